export { listDeliveries } from './list-deliveries.ts'
export { smsAlertRoutes } from './routes.ts'
export { startAlerts } from './start-alerts.ts'
