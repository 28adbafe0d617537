import { webhooks } from './webhook-kind.ts'

export const deleteWebhook = webhooks.remove
