import type { ReportSchedule } from '../clinics/index.ts'

/**
 * The report that is to be sent by now, of the day before the clinic's day. A time that a night leaves out counts as
 * an hour later; one that comes twice counts the first time.
 * @returns null before its time, and on the day on which the clinic was added later than that
 */
export function dueReport(
  { tz, daily_report_time, created_at }: Pick<ReportSchedule, 'tz' | 'daily_report_time' | 'created_at'>,
  now: Temporal.Instant,
): { date: string; today: string } | null {
  const today = now.toZonedDateTimeISO(tz).toPlainDate()
  const due = today.toZonedDateTime({ timeZone: tz, plainTime: daily_report_time }).toInstant()
  if (Temporal.Instant.compare(now, due) < 0 || Temporal.Instant.compare(created_at, due) > 0) return null
  return { date: today.subtract({ days: 1 }).toString(), today: today.toString() }
}
