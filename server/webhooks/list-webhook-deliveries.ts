import { webhooks } from './webhook-kind.ts'

export const listWebhookDeliveries = webhooks.listDeliveries
