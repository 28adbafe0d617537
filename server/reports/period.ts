import { telemetryLimits } from '@eupnea/contract/live.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { m } from '@eupnea/texts'
import { refused } from '../platform/errors.ts'
import { earlier, later, type Period } from '../platform/period.ts'

type Instant = Temporal.Instant

export const floorMinute = (instant: Instant): Instant =>
  instant.round({ smallestUnit: 'minute', roundingMode: 'floor' })
export const floorHour = (instant: Instant): Instant => instant.round({ smallestUnit: 'hour', roundingMode: 'floor' })

/** Now, plus the tolerance for sensors whose clocks are fast. */
export const presentEnd = (now: Instant): Instant => now.add({ milliseconds: telemetryLimits.aheadMs })

const firstInstant = Temporal.Instant.from(`${firstDay}T00:00:00Z`)

/** Limits an instant to where readings can exist: from the first day to the present end. */
export const withinData = (instant: Instant, now: Instant): Instant =>
  earlier(later(instant, firstInstant), presentEnd(now))

/**
 * The requested period: `start` to `end`; `end` defaults to now, `start` to `hours` before.
 * @throws 422 when it is empty or longer than `mostHours`
 */
export function periodOf(
  { start, end }: { start?: string; end?: string },
  hours: number,
  mostHours = Number.POSITIVE_INFINITY,
): Period & { readonly hours: number } {
  const now = Temporal.Now.instant()
  const until = end === undefined ? now : Temporal.Instant.from(end)
  const since = start === undefined ? until.subtract({ hours }) : Temporal.Instant.from(start)
  const length = since.until(until).total('hours')
  if (length <= 0) throw refused(start === undefined ? 'end' : 'start', m.common_period_reversed())
  if (length > mostHours) throw refused('start', m.report_period_hours({ count: mostHours }))
  return {
    since: withinData(since, now),
    until: end === undefined ? presentEnd(now) : withinData(until, now),
    hours: length,
  }
}
