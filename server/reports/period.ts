import { m } from '@eupnea/texts'
import { presentEnd, withinData } from '../measurements/index.ts'
import { refused } from '../platform/errors.ts'
import type { Period } from '../platform/period.ts'

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
