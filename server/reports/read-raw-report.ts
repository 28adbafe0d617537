import { longestHours } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { defaultLocale, formatsOf } from '@eupnea/texts/locale.ts'
import { type Archive, askIn, type Stretch } from '../live/archive/index.ts'
import type { Span } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { periodAsked } from './days-asked.ts'
import { pageOfSpans, type RowSource } from './page-of-spans.ts'
import type { ReportInput } from './report-input.ts'
import { readingSpans, type Subject, zoneOf } from './report-subject.ts'
import { timeTexts } from './time-texts.ts'

const defaultHours = 24

const dayText = (day: string): string => formatsOf(defaultLocale).date(`${day}T00:00:00Z`, 'UTC')

interface Reading {
  /** ms since the epoch */
  readonly ts: number
  readonly rr: number | null
  readonly dist: number | null
}

const stretchOf = ({ device_no, since, until }: Span): Stretch => ({
  device_no,
  // Instants of readings are whole milliseconds; nothing between two of them is missed.
  since: msAtOrAfter(since),
  until: msAtOrAfter(until),
})
const msAtOrAfter = (instant: Temporal.Instant): number => Number((instant.epochNanoseconds + 999_999n) / 1_000_000n)

/**
 * Readings as sent, oldest first, paged: ts in ms since the epoch, breaths per minute, metres. A download covers at
 * most 31 days, some three million readings, and adds a readable time. Days of which the archive is damaged are named,
 * and the rest is given.
 */
export async function readRawReport(archive: Archive, ctx: Ctx, subject: Subject, input: ReportInput) {
  const tz = await zoneOf(ctx, subject)
  const period = periodAsked(input, tz, defaultHours, ctx.download ? longestHours : undefined)
  const spans = await readingSpans(ctx, subject, period)
  const source = archive.open(askIn(ctx))
  const readings: RowSource<Reading> = {
    count: (_ctx, span) => source.count(stretchOf(span)),
    async select(_ctx, span, page) {
      const rows = await source.select(stretchOf(span), page)
      return rows.map(({ ts, rr, dist }) => ({ ts, rr, dist }))
    },
    after: ({ ts }) => Temporal.Instant.fromEpochMilliseconds(ts + 1),
  }
  const { items, pagination } = await pageOfSpans(ctx, spans, input, readings)
  const unreadable_days = [...source.unreadable].sort()
  // A file that lacks days must not be taken for a complete one.
  if (ctx.download && unreadable_days.length > 0)
    throw new PortalError(
      503,
      'archive_damaged',
      m.report_archive_damaged_download({ days: unreadable_days.map(dayText).join(', ') }),
    )
  if (!ctx.download) return { items, pagination, ...(unreadable_days.length > 0 ? { unreadable_days } : {}) }
  const timeText = timeTexts(tz)
  return { items: items.map((reading) => ({ ...reading, time: timeText(reading.ts) })), pagination }
}
