import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { m } from '@eupnea/texts'
import { withinData } from '../measurements/index.ts'
import { refused } from '../platform/errors.ts'
import { dayOf, localDays } from '../platform/local-days.ts'
import type { Period } from '../platform/period.ts'
import { periodOf } from './period.ts'
import type { ReportInput } from './report-input.ts'

/**
 * The requested days of a clinic, both ends included; until today by default.
 * @param days how many if `start_date` is missing
 * @throws 422 when there are none or more than `most`
 */
export function daysAsked(
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
  tz: string,
  { days, most }: { days: number; most: number },
): { first: Temporal.PlainDate; count: number } {
  const now = Temporal.Now.instant()
  const today = dayOf(withinData(now, now), tz)
  const last = end_date === undefined ? today : Temporal.PlainDate.from(end_date)
  const first = start_date === undefined ? last.subtract({ days: days - 1 }) : Temporal.PlainDate.from(start_date)
  const count = first.until(last).days + 1
  if (count < 1) throw refused(start_date === undefined ? 'end_date' : 'start_date', m.common_period_reversed())
  if (count > most) throw refused('start_date', m.report_period_days({ count: most }))
  // Skip days before the first possible reading.
  const from = Temporal.PlainDate.compare(first, firstDay) < 0 ? Temporal.PlainDate.from(firstDay) : first
  const to = Temporal.PlainDate.compare(last, today) > 0 ? today : last
  return { first: from, count: Math.max(0, from.until(to).days + 1) }
}

/**
 * The requested period, in whole days of the clinic or in instants; the last `hours` if neither is given.
 * @throws 422 when it is empty or longer than `mostHours`
 */
export function periodAsked(input: ReportInput, tz: string, hours: number, mostHours?: number): Period {
  if (input.start_date === undefined && input.end_date === undefined) return periodOf(input, hours, mostHours)
  const most = mostHours === undefined ? Number.POSITIVE_INFINITY : Math.floor(mostHours / 24)
  const { first, count } = daysAsked(input, tz, { days: 1, most })
  const days = localDays(first, Math.max(1, count), tz)
  return { since: days[0]!.since, until: count === 0 ? days[0]!.since : days.at(-1)!.until }
}
