export { smsAlertRoutes } from './routes.ts'
export { selectNames, selectSubscribers } from './sms-alerts.sql.ts'
