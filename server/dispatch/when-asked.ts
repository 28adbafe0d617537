import { isBefore, later } from '../platform/period.ts'
import type { MessageFacts } from './compose-message.ts'
import type { Facts } from './steps.sql.ts'

export const minutesSince = (at: Temporal.Instant): number =>
  Math.round(Temporal.Now.instant().since(at).total('minutes'))

/** When it was last raised: becoming worse raises it anew. */
export const lastRaisedAt = ({ worse_at, created_at }: Facts): Temporal.Instant => worse_at ?? created_at!

/** When it was as it says, as in lists: not when that was known. */
export function saidAt({ extra_detail, became_worse_at, raised_at }: Facts): Temporal.Instant {
  const { until } = extra_detail as { until?: string }
  return until ? Temporal.Instant.from(until) : (became_worse_at ?? raised_at!)
}

/** Since when nobody takes care of it: of what came back, or a danger that asks again, since then. */
export function askedAt(fact: Facts): Temporal.Instant {
  const raised = later(lastRaisedAt(fact), fact.reopened_at?.at(-1) ?? lastRaisedAt(fact))
  const again = fact.severity === 'danger' && fact.state === 'open' ? fact.asks_again_at : null
  return again ? later(raised, again) : raised
}

/** How it was silenced before it asked again, and minutes since. */
export function handlingOf({ acknowledged_at, snoozed_at, snoozed_until }: Facts): MessageFacts['asksAgain'] {
  const isSnooze = snoozed_until && !(acknowledged_at && isBefore(snoozed_at!, acknowledged_at))
  return {
    after: isSnooze ? 'snooze' : 'acknowledgement',
    minutes: minutesSince(isSnooze ? snoozed_at! : acknowledged_at!),
  }
}
