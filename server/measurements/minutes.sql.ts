import { type NotNull, sql } from 'kysely'
import { type OldMinute, openOldMinutes, reachesBack } from '../live/archive/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { Page } from '../platform/paging.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'
import { readAhead } from '../platform/read-ahead.ts'
import type { Span } from './spans.ts'

/**
 * Minutes of spans, wherever they are stored: the views device_minutes and resident_spans, the functions of
 * `db/definitions/measurements.sql`, and what has left the database (AR-3), which is always older.
 */

export interface MinuteRow {
  readonly at: Temporal.Instant
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
  readonly dist_rr_avg: number | null
}

const instantOf = ({ ts }: OldMinute): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(ts)
const meanOf = (sum: number, n: number): number | null => (n === 0 ? null : sum / n)

/** Minutes of one span, oldest first. */
export async function selectMinutes(
  ctx: Ctx,
  span: Span,
  page: Page = { offset: 0, limit: Number.POSITIVE_INFINITY },
): Promise<MinuteRow[]> {
  const old = (await (await openOldMinutes(ctx, [span]))?.of(span)) ?? []
  const rows = old.slice(page.offset, page.offset + page.limit).map((minute) => ({
    at: instantOf(minute),
    avg: meanOf(minute.sum_rr, minute.n_rr),
    min: minute.min_rr,
    max: minute.max_rr,
    dist_rr_avg: meanOf(minute.sum_dist, minute.n_dist),
  }))
  const limit = page.limit - rows.length
  if (limit === 0) return rows
  const stored = await ctx.db
    .selectFrom('device_minutes')
    .select(['minute as at', 'avg_rr as avg', 'min_rr as min', 'max_rr as max', 'avg_dist as dist_rr_avg'])
    .where('device_no', '=', span.device_no)
    .where('minute', '>=', span.since)
    .where('minute', '<', span.until)
    .orderBy('minute')
    .offset(Math.max(0, page.offset - old.length))
    .$if(Number.isFinite(limit), (query) => query.limit(limit))
    .$narrowType<{ at: NotNull }>()
    .execute()
  return [...rows, ...stored]
}

export async function countMinutes(ctx: Ctx, span: Span): Promise<number> {
  const old = await (await openOldMinutes(ctx, [span]))?.of(span)
  const { total } = await ctx.db
    .selectFrom('device_minutes')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('device_no', '=', span.device_no)
    .where('minute', '>=', span.since)
    .where('minute', '<', span.until)
    .executeTakeFirstOrThrow()
  return total + (old?.length ?? 0)
}

/** A resident's time: [since, until). */
interface OwnTime extends Period {
  readonly resident_id: string
}

/** Residents' own minutes that have left the database, each with its device and the index of its time. */
export async function* ownOldMinutes(
  ctx: Ctx,
  times: readonly OwnTime[],
): AsyncGenerator<OldMinute & { readonly index: number; readonly device_no: number }> {
  if (!times.some(reachesBack)) return
  const residents = [...new Set(times.map(({ resident_id }) => resident_id))]
  const spans = await ctx.db
    .selectFrom('resident_spans')
    .select(['resident_id', 'device_no', 'first_minute', 'end_minute'])
    .where('resident_id', '=', sql<string>`any(${residents}::text[])`)
    .$narrowType<{ resident_id: NotNull; device_no: NotNull; first_minute: NotNull }>()
    .execute()
  const spansOf = Map.groupBy(spans, ({ resident_id }) => resident_id)
  const pieces = times.flatMap(({ resident_id, since, until }, index) =>
    (spansOf.get(resident_id) ?? []).flatMap(({ device_no, first_minute, end_minute }) => {
      const piece = { index, device_no, since: later(first_minute, since), until: earlier(end_minute ?? until, until) }
      return isBefore(piece.since, piece.until) ? [piece] : []
    }),
  )
  const old = await openOldMinutes(ctx, pieces)
  if (!old) return
  for (const { index, ...piece } of pieces)
    for (const minute of await old.of(piece)) yield { index, device_no: piece.device_no, ...minute }
}

function arraysOf(spans: readonly Span[]) {
  // Hundreds of spans share a few ends, and formatting one takes longer than looking it up.
  const texts = new Map<bigint, string>()
  const textOf = (end: Temporal.Instant) => texts.getOrInsertComputed(end.epochNanoseconds, () => end.toString())
  return sql`
    ${spans.map((span) => span.device_no)}::integer[],
    ${spans.map((span) => textOf(span.since))}::timestamptz[],
    ${spans.map((span) => textOf(span.until))}::timestamptz[]`
}

/** Minutes that the table `hours` doesn't include. */
const oldOutsideHours = async (ctx: Ctx, spans: readonly Span[]) =>
  (await (await openOldMinutes(ctx, spans))?.outsideHours(spans)) ?? []

/** Sums of minute averages, and the smallest and largest reading. */
interface Sums {
  n: number
  n_rr: number
  sum_rr: number
  min_rr: number | null
  max_rr: number | null
}
const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))
const greatest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))

function add(to: Sums, { n_rr, sum_rr, min_rr, max_rr }: OldMinute): void {
  to.n += 1
  if (n_rr > 0) {
    to.n_rr += 1
    to.sum_rr += sum_rr / n_rr
  }
  to.min_rr = least(to.min_rr, min_rr)
  to.max_rr = greatest(to.max_rr, max_rr)
}
const noSums: Sums = { n: 0, n_rr: 0, sum_rr: 0, min_rr: null, max_rr: null }

const hourMs = 3_600_000

/** Hours of all spans combined, oldest first: means of minute averages. */
export async function selectHours(ctx: Ctx, spans: readonly Span[]): Promise<MinuteRow[]> {
  const { rows } = await sql<Sums & { hour: number; n_dist: number; sum_dist: number }>`
    select extract(epoch from hour)::float8 * 1000 as hour, sum(n)::float8 as n, sum(n_rr)::float8 as n_rr, sum(sum_rr) as sum_rr,
      min(min_rr) as min_rr, max(max_rr) as max_rr, sum(n_dist)::float8 as n_dist, sum(sum_dist) as sum_dist
    from respiration_hours(${arraysOf(spans)}) group by hour`.execute(ctx.db)
  const hours = new Map(rows.map((row) => [row.hour, row]))
  for (const minute of await oldOutsideHours(ctx, spans)) {
    const hour = Math.floor(minute.ts / hourMs) * hourMs
    const sums = hours.getOrInsertComputed(hour, () => ({ ...noSums, hour, n_dist: 0, sum_dist: 0 }))
    add(sums, minute)
    if (minute.n_dist > 0) {
      sums.n_dist += 1
      sums.sum_dist += minute.sum_dist / minute.n_dist
    }
  }
  return [...hours.values()]
    .sort((a, b) => a.hour - b.hour)
    .map(({ hour, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist }) => ({
      at: Temporal.Instant.fromEpochMilliseconds(hour),
      avg: meanOf(sum_rr, n_rr),
      ...{ min: min_rr, max: max_rr, dist_rr_avg: meanOf(sum_dist, n_dist) },
    }))
}

/** n, n_rr, n_in_bed: minutes with any reading, with a valid rr, in bed */
export interface SummaryRow extends Readonly<Sums> {
  /** index of the span */
  readonly index: number
  readonly n_in_bed: number
}

/** Sums of each span's minutes; spans without any are left out. */
export async function selectSummaries(ctx: Ctx, spans: readonly Span[]): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select (span - 1)::int as index, n, n_rr, n_in_bed, sum_rr, min_rr, max_rr
    from respiration_summary(${arraysOf(spans)})`.execute(ctx.db)
  const old = await oldOutsideHours(ctx, spans)
  if (old.length === 0) return rows
  const summaries = new Map(rows.map((row) => [row.index, { ...row }]))
  for (const minute of old) {
    const sums = summaries.getOrInsertComputed(minute.index, (index) => ({ ...noSums, index, n_in_bed: 0 }))
    add(sums, minute)
    if (minute.n_presence * 2 >= minute.n) sums.n_in_bed += 1
  }
  return [...summaries.values()]
}

/** Sums of a part of a span, with its hours that have a valid rate where they were asked for. */
export interface PartRow extends Pick<SummaryRow, 'index' | 'n' | 'n_rr' | 'sum_rr' | 'n_in_bed'> {
  /** seconds since the epoch; an hour may be in several rows */
  readonly hours: readonly number[] | null
  readonly hours_n_rr: readonly number[] | null
  readonly hours_sum_rr: readonly number[] | null
}

/** Rows read at a time: first those of one page of a report, six a resident, so that drawing begins; then more. */
const firstRows = 130
const laterRows = 200

/**
 * Sums of each span's minutes, in parts; spans since `day` with their hours. By span, in order, as they are added up: the
 * last span of what is yielded may go on in the next.
 */
export async function* selectParts(
  ctx: Ctx,
  spans: readonly Span[],
  day: Temporal.Instant,
): AsyncGenerator<readonly PartRow[]> {
  const old = Map.groupBy(await oldOutsideHours(ctx, spans), ({ index }) => index)
  const query = sql<PartRow>`
    select (span - 1)::int as index, n, n_rr, sum_rr, n_in_bed, hours, hours_n_rr, hours_sum_rr
    from respiration_sums(${arraysOf(spans)}, ${day}::timestamptz)`
  if (old.size === 0) yield* readAhead(ctx.db, query, firstRows, laterRows)
  else {
    const rows = Map.groupBy((await query.execute(ctx.db)).rows, ({ index }) => index)
    for (const index of spans.keys()) yield [...(rows.get(index) ?? []), ...(old.get(index) ?? []).map(partOf)]
  }
}

function partOf(minute: OldMinute & { readonly index: number }): PartRow {
  const sums = { ...noSums }
  add(sums, minute)
  const { n, n_rr, sum_rr } = sums
  return {
    ...{ index: minute.index, n, n_rr, sum_rr, n_in_bed: minute.n_presence * 2 >= minute.n ? 1 : 0 },
    ...{ hours: [Math.floor(minute.ts / hourMs) * 3_600], hours_n_rr: [n_rr], hours_sum_rr: [sum_rr] },
  }
}

/** Start of each span's newest minute, by index; spans without any are left out. */
export async function selectLastMinutes(ctx: Ctx, spans: readonly Span[]) {
  const { rows } = await sql<{ index: number; minute: Temporal.Instant }>`
    select (span - 1)::int as index, minute from last_minutes(${arraysOf(spans)})`.execute(ctx.db)
  const found = new Set(rows.map(({ index }) => index))
  const old = await openOldMinutes(ctx, spans)
  for (const [index, span] of spans.entries()) {
    const minute = found.has(index) ? undefined : await old?.last(span)
    if (minute) rows.push({ index, minute: instantOf(minute) })
  }
  return rows
}

/** Start of each span's oldest minute, likewise. */
export async function selectFirstMinutes(ctx: Ctx, spans: readonly Span[]) {
  const { rows } = await sql<{ index: number; minute: Temporal.Instant }>`
    select (span - 1)::int as index, minute from first_minutes(${arraysOf(spans)})`.execute(ctx.db)
  const old = await openOldMinutes(ctx, spans)
  if (!old) return rows
  const firsts = new Map(rows.map((row) => [row.index, row]))
  for (const [index, span] of spans.entries()) {
    const minute = await old.first(span)
    if (minute) firsts.set(index, { index, minute: instantOf(minute) })
  }
  return [...firsts.values()]
}
