export { findLateAlerts } from './find-late-alerts.ts'
export { removeOldSteps } from './remove-old-steps.ts'
export { tellingRoutes } from './routes.ts'
export { startTelling } from './start-telling.ts'
