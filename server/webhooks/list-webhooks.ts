import { webhooks } from './webhook-kind.ts'

export const listWebhooks = webhooks.list
