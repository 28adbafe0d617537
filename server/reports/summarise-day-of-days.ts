import type { Ctx } from '../platform/context.ts'
import { type SummaryRow, selectSummaries } from './minutes.sql.ts'
import { earlier, floorHour } from './period.ts'
import type { ResidentSpan } from './summarise-residents.ts'

/** Sums of several days' minutes. */
export interface DaySums {
  /** minutes with any reading, and in bed */
  readonly minutes: number
  readonly minutes_in_bed: number
  /** mean of the minute averages, breaths per minute; null without a valid one */
  readonly rr_avg: number | null
}

/** By resident. */
export interface DayOfDays {
  readonly day: ReadonlyMap<string, DaySums>
  readonly days: ReadonlyMap<string, DaySums>
}

/**
 * Respiration and time in bed of each resident over their spans, and over the last day of these, reading that day's
 * minutes only once.
 * @param lastDay the whole minute at which it begins
 */
export async function summariseDayOfDays(
  ctx: Ctx,
  spans: readonly ResidentSpan[],
  lastDay: Temporal.Instant,
): Promise<DayOfDays> {
  const pieces = spans.flatMap((span) => piecesOf(span, lastDay))
  const rows = await selectSummaries(ctx, pieces)
  const sumsOf = (what: 'ofDay' | 'ofDays') =>
    summed(rows.map((row) => ({ row, piece: pieces[row.index]! })).filter(({ piece }) => piece[what]))
  return { day: sumsOf('ofDay'), days: sumsOf('ofDays') }
}

export interface Piece extends ResidentSpan {
  /** -1: the piece's sums are subtracted */
  readonly sign: 1 | -1
  /** which of the two sums it belongs to */
  readonly ofDay: boolean
  readonly ofDays: boolean
}

/**
 * Splits a span into whole hours, which are rolled up, and the minutes at its edges. Where a sum begins within an hour,
 * the shorter side is read: either the sum's own, or the other one, which is subtracted from the whole hour.
 */
export function piecesOf(span: ResidentSpan, lastDay: Temporal.Instant): Piece[] {
  const { since, until } = span
  const ofDays = { ofDay: false, ofDays: true }
  const both = { ofDay: true, ofDays: true }
  if (!isBefore(lastDay, until)) return wholeHours(span, ofDays)
  if (!isBefore(since, lastDay)) return wholeHours(span, both)
  const nearest = nearestHour(lastDay)
  const hour = isBefore(nearest, since) ? lastDay : earlier(nearest, until)
  return [
    ...wholeHours({ ...span, until: hour }, ofDays),
    ...between({ ...span, since: hour }, 1, both),
    ...edge({ ...span, since: lastDay }, hour, { ofDay: true, ofDays: false }),
  ]
}

type Part = Pick<Piece, 'ofDay' | 'ofDays'>

const isBefore = (a: Temporal.Instant, b: Temporal.Instant): boolean => Temporal.Instant.compare(a, b) < 0

const nearestHour = (instant: Temporal.Instant): Temporal.Instant => floorHour(instant.add({ minutes: 30 }))

/** The span, extended to the whole hour before it if that is near. */
function wholeHours(span: ResidentSpan, part: Part): Piece[] {
  const hour = earlier(nearestHour(span.since), span.since)
  return [...between({ ...span, since: hour }, 1, part), ...edge(span, hour, part)]
}

/** The part of the span before `hour`, or, subtracted, the time between `hour` and the span. */
const edge = (span: ResidentSpan, hour: Temporal.Instant, part: Part): Piece[] => [
  ...between({ ...span, until: hour }, 1, part),
  ...between({ ...span, since: hour, until: span.since }, -1, part),
]

/** The span as a piece, unless it is empty. */
const between = (span: ResidentSpan, sign: 1 | -1, part: Part): Piece[] =>
  isBefore(span.since, span.until) ? [{ ...span, sign, ...part }] : []

interface Summand {
  readonly row: SummaryRow
  readonly piece: Piece
}

function summed(summands: readonly Summand[]): Map<string, DaySums> {
  const sums = new Map<string, DaySums>()
  for (const [resident_id, theirs] of Map.groupBy(summands, ({ piece }) => piece.resident_id)) {
    const sum = (column: 'n' | 'n_in_bed' | 'n_rr' | 'sum_rr') =>
      theirs.reduce((soFar, { row, piece }) => soFar + piece.sign * row[column], 0)
    const valid = sum('n_rr')
    sums.set(resident_id, {
      minutes: sum('n'),
      minutes_in_bed: sum('n_in_bed'),
      rr_avg: valid === 0 ? null : sum('sum_rr') / valid,
    })
  }
  return sums
}
