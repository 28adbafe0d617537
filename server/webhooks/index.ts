export { webhookRoutes } from './routes.ts'
export { webhookReceivers } from './webhook-receivers.ts'
