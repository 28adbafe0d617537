export { keepState, type StateKeeper } from './keep-state.ts'
export { LiveState } from './live-state.ts'
export { stateRoutes } from './routes.ts'
export { loadBeds } from './state.sql.ts'
