export { type DeviceSlot, deviceStateOf } from './device-slot.ts'
export { keepState, type StateKeeper } from './keep-state.ts'
export { LiveState } from './live-state.ts'
export { stateRoutes } from './routes.ts'
