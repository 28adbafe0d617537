export { findLateAlerts } from './find-late-alerts.ts'
export { removeOldDispatches } from './remove-old-dispatches.ts'
export { smsAlertRoutes } from './routes.ts'
export { startAlerts } from './start-alerts.ts'
