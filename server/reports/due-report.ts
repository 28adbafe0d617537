import type { ReportSchedule } from '../clinics/index.ts'

/**
 * The report due by now, about the day before the clinic's day. A time skipped by a clock change counts an hour later;
 * a repeated one counts the first time.
 * @returns null before its time, and on the day a clinic was added after that time
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
