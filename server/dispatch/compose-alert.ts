import { tenth } from '@eupnea/contract/rules/round.ts'
import type { WebhookMessage } from '@eupnea/contract/webhooks.ts'
import type { AlertSettings } from '../clinics/index.ts'
import type { Facts } from './steps.sql.ts'
import { saidAt } from './when-asked.ts'

/** What a nurse call system hears of a notification (EH-5); names nobody. */
export interface NurseCallAlert extends Pick<WebhookMessage, 'type' | 'timestamp'> {
  readonly data: Omit<WebhookMessage['data'], 'acknowledge_url'> & {
    readonly clinic: string
    readonly title: string
    /** breaths per minute, to a tenth, of a rate out of range or of a night */
    readonly rr: number | null
    /** when it was so; absent from what an earlier version has queued */
    readonly rr_at?: string
  }
}

export function composeAlert(
  { type, timestamp, data }: WebhookMessage,
  one: Facts,
  clinic: AlertSettings,
): NurseCallAlert {
  const { acknowledge_url: _, ...about } = data
  const { rr = null } = one.extra_detail as { rr?: number | null }
  return {
    type,
    timestamp,
    data: {
      ...about,
      clinic: clinic.name,
      title: one.title ?? '',
      rr: rr === null ? null : tenth(rr),
      rr_at: saidAt(one).toString(),
    },
  }
}
