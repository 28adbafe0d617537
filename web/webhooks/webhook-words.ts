import type { Webhook, WebhookDelivery } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'

/** What people call it. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host

export const typeWords = {
  'notification.raised': m.webhook_type_raised,
  'notification.changed': m.webhook_type_changed,
  'notification.acknowledged': m.webhook_type_acknowledged,
  'notification.ended': m.webhook_type_ended,
} as const satisfies Record<WebhookDelivery['type'], () => string>
