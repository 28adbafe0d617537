import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { acknowledgeByWebhook, type WebhookMessage } from '@eupnea/contract/webhooks.ts'
import type { Facts, StepName } from './steps.sql.ts'

type WebhookStep = Extract<StepName, 'raised' | 'acknowledged' | 'ended'>

const instants: Readonly<Record<WebhookStep, (one: Facts) => Temporal.Instant | null>> = {
  raised: ({ worse_at, created_at }) => worse_at ?? created_at,
  acknowledged: ({ acknowledged_at }) => acknowledged_at,
  ended: ({ ended_at }) => ended_at,
}

interface Sending {
  readonly baseUrl: string
  readonly token: string
  /** it has heard of the notification */
  readonly isKnown: boolean
}

/**
 * What another system hears of a notification at a step (AN-12); names nobody.
 * @returns null when it no longer is so: an acknowledgement that was undone, an end that came again
 */
export function composeWebhook(
  step: WebhookStep,
  one: Facts,
  { baseUrl, token, isKnown }: Sending,
): WebhookMessage | null {
  const at = instants[step](one)
  if (!at) return null
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
