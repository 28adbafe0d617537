import type { ReportSchedule } from '../clinics/index.ts'
import { dayOf } from '../platform/local-days.ts'
import { isBefore } from '../platform/period.ts'

/** A report is sent late for at least this long, past midnight too, if the portal was down at its time. */
const leastHours = 6

/**
 * The report due by now, about the day before the one on which it became due. A time that a clock change skips
 * counts as much later as the clock skips, as in calendars (RFC 5545); a repeated one counts the first time.
 * @returns null before its time, and on the day a clinic was added after that time
 */
export function dueReport(
  { tz, daily_report_time, created_at }: Pick<ReportSchedule, 'tz' | 'daily_report_time' | 'created_at'>,
  now: Temporal.Instant,
): { date: string; today: string } | null {
  const today = dayOf(now, tz)
  for (const day of [today, today.subtract({ days: 1 })]) {
    const due = day.toZonedDateTime({ timeZone: tz, plainTime: daily_report_time }).toInstant()
    const hours = now.since(due).total('hours')
    if (hours < 0) continue
    if ((day !== today && hours >= leastHours) || isBefore(due, created_at)) return null
    return { date: day.subtract({ days: 1 }).toString(), today: day.toString() }
  }
  return null
}
