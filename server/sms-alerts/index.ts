export { smsAlertRoutes } from './routes.ts'
