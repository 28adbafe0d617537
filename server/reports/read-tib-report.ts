import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import { localDays } from './local-days.ts'
import { selectSummaries } from './minutes.sql.ts'
import { withinData } from './period.ts'
import type { ReportInput } from './report-input.ts'
import { clip, minuteSpans, type Subject, zoneOf } from './report-subject.ts'
import type { Span } from './reports.sql.ts'

const mostDays = 92

/**
 * Hours in bed per day in the clinic's zone, one decimal, oldest first (interfaces.md section 5). Days without readings
 * are left out, because nobody knows whether they were spent in bed.
 */
export async function readTibReport(ctx: Ctx, subject: Subject, input: ReportInput) {
  const timezone = await zoneOf(ctx, subject)
  const now = Temporal.Now.instant()
  const dayOf = (instant: Temporal.Instant) => withinData(instant, now).toZonedDateTimeISO(timezone).toPlainDate()
  const last = dayOf(input.end === undefined ? now : Temporal.Instant.from(input.end).subtract({ nanoseconds: 1 }))
  const first =
    input.start === undefined ? last.subtract({ days: input.days - 1 }) : dayOf(Temporal.Instant.from(input.start))
  const count = first.until(last).days + 1
  if (count < 1) throw refused('start', m.common_period_reversed())
  if (count > mostDays) throw refused('start', m.report_period_days({ count: mostDays }))
  const days = localDays(first, count, timezone)
  const theirs = await minuteSpans(ctx, subject, { since: days[0]!.since, until: days.at(-1)!.until })
  const spans: Span[] = []
  const dayOfSpan: number[] = []
  days.forEach((day, index) => {
    for (const { device_no, since, until } of theirs)
      for (const span of clip(device_no, since, until, day)) {
        spans.push(span)
        dayOfSpan.push(index)
      }
  })
  const minutes = new Map<number, number>()
  for (const { index, n_in_bed } of await selectSummaries(ctx, spans)) {
    const day = dayOfSpan[index]!
    minutes.set(day, n_in_bed + (minutes.get(day) ?? 0))
  }
  const items = days.flatMap(({ date }, index) => {
    const inBed = minutes.get(index)
    return inBed === undefined ? [] : [{ date, time_in_bed: hoursInBed(inBed) }]
  })
  return { items, timezone }
}
