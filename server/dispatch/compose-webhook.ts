import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { acknowledgeByWebhook, type WebhookMessage } from '@eupnea/contract/webhooks.ts'
import type { Facts, StepName } from './steps.sql.ts'

export type WebhookStep = Extract<StepName, 'raised' | 'acknowledged' | 'ended'>

interface Hearing {
  /** when it was so */
  readonly at: Temporal.Instant
  readonly baseUrl: string
  readonly token: string
  /** it has heard of the notification */
  readonly isKnown: boolean
}

/** What another system hears of a notification (AN-12); names nobody. */
export function composeWebhook(
  step: WebhookStep,
  one: Facts,
  { at, baseUrl, token, isKnown }: Hearing,
): WebhookMessage {
  return {
    type: step === 'raised' && isKnown ? 'notification.changed' : `notification.${step}`,
    timestamp: at.toString(),
    data: {
      id: one.id,
      clinic_id: one.clinic_id,
      kind: one.kind as NotificationKind,
      severity: one.severity as WebhookMessage['data']['severity'],
      room: one.room || null,
      floor: one.floor || null,
      raised_at: one.raised_at!.toString(),
      ended_at: one.ended_at?.toString() ?? null,
      acknowledge_url: `${baseUrl.replace(/\/$/, '')}/api${acknowledgeByWebhook.path.replace('{token}', token)}`,
    },
  }
}
