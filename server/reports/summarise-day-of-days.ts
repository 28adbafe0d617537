import { hundredth } from '@eupnea/contract/rules/round.ts'
import { floorHour, type PartRow, type ResidentSpan, selectParts } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'
import { begun } from '../platform/read-ahead.ts'

/** Sums of several days' minutes. */
export interface DaySums {
  /** minutes with any reading, and in bed */
  readonly minutes: number
  readonly minutes_in_bed: number
  /** mean of the minute averages, breaths per minute; null without a valid one */
  readonly rr_avg: number | null
}

export interface DayOfDays {
  readonly day: DaySums
  readonly days: DaySums
  /** mean of each hour of the day, oldest first, for a sparkline (VI-3); empty without any */
  readonly rates: (number | null)[]
}

/**
 * Respiration and time in bed of each resident over their spans, and over the last day of these, with its hours. Reads
 * everything once, and gives some residents at a time, in order. Residents without a minute are left out.
 * @param spans those of a resident together; they are cut before this returns, while the database may be busy
 * @param lastDay begins with a whole minute
 */
export function summariseDayOfDays(
  ctx: Ctx,
  spans: readonly ResidentSpan[],
  lastDay: Period,
): AsyncGenerator<ReadonlyMap<string, DayOfDays>> {
  const pieces = spans.flatMap((span) => piecesOf(span, lastDay.since))
  return summed(begun(selectParts(ctx, pieces, floorHour(lastDay.since))), pieces, lastDay)
}

async function* summed(parts: AsyncIterable<readonly PartRow[]>, pieces: readonly Piece[], lastDay: Period) {
  // More of the last resident may come.
  let last: { readonly resident_id: string; readonly parts: readonly Part[] } | undefined
  for await (const rows of parts) {
    const found = [...(last?.parts ?? []), ...rows.map((row) => ({ row, piece: pieces[row.index]! }))]
    const residents = [...Map.groupBy(found, ({ piece }) => piece.resident_id)]
    const open = residents.pop()
    if (residents.length > 0) yield new Map(residents.map(([resident_id, theirs]) => [resident_id, sums(theirs)]))
    last = open && { resident_id: open[0], parts: open[1] }
  }
  if (last) yield new Map([[last.resident_id, sums(last.parts)]])

  function sums(theirs: readonly Part[]): DayOfDays {
    const ofDay = theirs.filter(({ piece }) => piece.ofDay)
    const ofDays = theirs.filter(({ piece }) => piece.ofDays)
    return { day: sumsOf(ofDay), days: sumsOf(ofDays), rates: ratesOf(ofDay, lastDay) }
  }
}

export interface Piece extends ResidentSpan {
  /** -1: the piece's sums are subtracted */
  readonly sign: 1 | -1
  /** which of the two sums it belongs to */
  readonly ofDay: boolean
  readonly ofDays: boolean
}

/**
 * Splits a span into whole hours, which are rolled up, and the minutes at its edges. The two sums part at the hour next to
 * where the last day begins; the minutes between are added to the day, or subtracted from it.
 */
export function piecesOf(span: ResidentSpan, lastDay: Temporal.Instant): Piece[] {
  const { since, until } = span
  const hour = nearestHour(lastDay)
  const [from, to] = isBefore(lastDay, hour) ? [lastDay, hour] : [hour, lastDay]
  return [
    ...wholeHours({ ...span, until: earlier(until, hour) }),
    ...between({ ...span, since: later(since, from), until: earlier(until, to) }, from === lastDay ? 1 : -1, ofDay),
    ...between({ ...span, since: later(since, hour) }, 1, ofBoth),
  ]
}

type Whose = Pick<Piece, 'ofDay' | 'ofDays'>
const ofDay: Whose = { ofDay: true, ofDays: false }
const ofDays: Whose = { ofDay: false, ofDays: true }
const ofBoth: Whose = { ofDay: true, ofDays: true }

const nearestHour = (instant: Temporal.Instant): Temporal.Instant => floorHour(instant.add({ minutes: 30 }))

/** The span; if the whole hour before it is near, from there, with the time between subtracted: the shorter side is read. */
function wholeHours(span: ResidentSpan): Piece[] {
  if (!isBefore(span.since, span.until)) return []
  const hour = earlier(nearestHour(span.since), span.since)
  return [
    ...between({ ...span, since: hour }, 1, ofDays),
    ...between({ ...span, since: hour, until: span.since }, -1, ofDays),
  ]
}

/** The span as a piece, unless it is empty. */
const between = (span: ResidentSpan, sign: 1 | -1, whose: Whose): Piece[] =>
  isBefore(span.since, span.until) ? [{ ...span, sign, ...whose }] : []

interface Part {
  readonly row: PartRow
  readonly piece: Piece
}

function sumsOf(parts: readonly Part[]): DaySums {
  const sum = (column: 'n' | 'n_in_bed' | 'n_rr' | 'sum_rr') =>
    parts.reduce((soFar, { row, piece }) => soFar + piece.sign * row[column], 0)
  const valid = sum('n_rr')
  return {
    minutes: sum('n'),
    minutes_in_bed: sum('n_in_bed'),
    rr_avg: valid === 0 ? null : sum('sum_rr') / valid,
  }
}

const hourSeconds = 3_600

function ratesOf(parts: readonly Part[], { since, until }: Period): (number | null)[] {
  const first = floorHour(since).epochMilliseconds / 1_000
  const count = Math.ceil((until.epochMilliseconds / 1_000 - first) / hourSeconds)
  const hours = Array.from({ length: count }, () => ({ n: 0, sum: 0 }))
  for (const { row, piece } of parts)
    for (const [index, second] of (row.hours ?? []).entries()) {
      const hour = hours[(second - first) / hourSeconds]!
      hour.n += piece.sign * row.hours_n_rr![index]!
      hour.sum += piece.sign * row.hours_sum_rr![index]!
    }
  const rates = hours.map(({ n, sum }) => (n === 0 ? null : hundredth(sum / n)))
  return rates.some((rate) => rate !== null) ? rates : []
}
