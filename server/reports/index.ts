export { rollHours } from './roll-hours.ts'
export { reportLinkRoutes, reportRoutes } from './routes.ts'
export { type ResidentSummary, summariseResidents } from './summarise-residents.ts'
