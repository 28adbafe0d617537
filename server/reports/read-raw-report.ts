import { longestHours } from '@eupnea/contract/reports.ts'
import type { Ctx } from '../platform/context.ts'
import { periodAsked } from './days-asked.ts'
import { pageOfSpans, type RowSource } from './page-of-spans.ts'
import type { ReportInput } from './report-input.ts'
import { readingSpans, type Subject, zoneOf } from './report-subject.ts'
import { countReadings, selectReadings } from './reports.sql.ts'
import { timeTexts } from './time-texts.ts'

const defaultHours = 24

type Reading = Awaited<ReturnType<typeof selectReadings>>[number]

const readings: RowSource<Reading> = {
  count: countReadings,
  select: selectReadings,
  after: ({ ts }) => Temporal.Instant.fromEpochMilliseconds(ts + 1),
}

/**
 * Readings as sent, oldest first, paged (interfaces.md section 2): ts in ms since the epoch, breaths per minute,
 * metres. A download covers at most 31 days, some three million readings, and adds a readable time.
 */
export async function readRawReport(ctx: Ctx, subject: Subject, input: ReportInput) {
  const tz = await zoneOf(ctx, subject)
  const period = periodAsked(input, tz, defaultHours, ctx.download ? longestHours : undefined)
  const spans = await readingSpans(ctx, subject, period)
  const { items, pagination } = await pageOfSpans(ctx, spans, input, readings)
  if (!ctx.download) return { items, pagination }
  const timeText = timeTexts(tz)
  return { items: items.map((reading) => ({ ...reading, time: timeText(reading.ts) })), pagination }
}
