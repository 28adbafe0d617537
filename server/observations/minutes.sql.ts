import { sql } from 'kysely'
import { type OldMinute, openOldMinutes } from '../live/archive/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type Interval, intersect } from './intervals.ts'
import { instantText, isWithin } from './rows.sql.ts'

/**
 * Minutes of residents: the views resident_spans, device_minutes and observed_residents, and what has left the database
 * (AR-3), which is always older.
 */

export interface MinuteRow {
  readonly resident_id: string
  readonly device_id: string
  readonly minute: Temporal.Instant
  /** null: no valid rate */
  readonly avg_rr: number | null
  /** when a reading came after the minute had ended */
  readonly late_at: Temporal.Instant | null
}

/** Minutes of a device that are a resident's own. */
export interface Span {
  readonly resident_id: string
  readonly clinic_id: string
  readonly device_id: string
  readonly device_no: number
  /** ms, [since, until) */
  readonly since: number
  readonly until: number
}

/** Which devices measured these residents when, of residents who may be seen. */
export async function selectSpans({ db }: Ctx, residents: readonly string[]): Promise<Span[]> {
  const { rows } = await sql<Omit<Span, 'since' | 'until'> & { since: number; until: number | null }>`
    select s.resident_id, r.clinic_id, s.device_id, s.device_no,
      (extract(epoch from s.first_minute) * 1000)::float8 as since, (extract(epoch from s.end_minute) * 1000)::float8 as until
    from resident_spans s join observed_residents r on r.resident_id = s.resident_id
    where s.resident_id = any(${residents}) and s.device_no is not null`.execute(db)
  return rows.map((row) => ({ ...row, until: row.until ?? Number.POSITIVE_INFINITY }))
}

interface Wanted {
  readonly spans: readonly Span[]
  /** of when they were last changed; absent: any */
  readonly updated?: readonly Interval[] | undefined
}

const source = (spans: readonly Span[]) => sql`unnest(${spans.map(({ resident_id }) => resident_id)}::text[],
  ${spans.map(({ device_id }) => device_id)}::text[], ${spans.map(({ device_no }) => device_no)}::int4[],
  ${spans.map(({ since }) => instantText(since))}::timestamptz[],
  ${spans.map(({ until }) => instantText(until))}::timestamptz[]) s (resident_id, device_id, device_no, since, until)`

const isUpdated = ({ updated }: Wanted) =>
  updated
    ? isWithin(
        sql`date_trunc('milliseconds', coalesce(m.late_at, m.minute + interval '1 minute'))`,
        'timestamptz',
        updated,
      )
    : sql<boolean>`true`

/** Bounds as values, so that only those days' partitions are read. */
const isIn = ([since, until]: Interval) =>
  sql<boolean>`m.minute >= ${instantText(since)}::timestamptz and m.minute < ${instantText(until)}::timestamptz`

export interface After {
  readonly minute: number
  readonly resident_id: string
}

/** The first minutes of a window by instant and resident, newest or oldest first; at most `limit`. */
export async function selectMinutes(ctx: Ctx, wanted: Wanted, window: Interval, page: Page): Promise<MinuteRow[]> {
  const { isDescending, limit } = page
  const first = isDescending
    ? await selectStored(ctx, wanted, window, page)
    : await selectOld(ctx, wanted, window, page)
  if (first.length >= limit) return first
  const rest = { ...page, limit: limit - first.length }
  const second = isDescending
    ? await selectOld(ctx, wanted, window, rest)
    : await selectStored(ctx, wanted, window, rest)
  return [...first, ...second]
}

interface Page {
  readonly isDescending: boolean
  readonly after: After | null
  readonly limit: number
}

async function openOld(ctx: Ctx, spans: readonly Span[], [first, end]: Interval) {
  const pieces = spans.flatMap((span) => {
    const [since, until] = [Math.max(span.since, first), Math.min(span.until, end)]
    return since < until ? [{ ...span, since: instantOf(since), until: instantOf(until) }] : []
  })
  const old = await openOldMinutes(ctx, pieces)
  return old && { old, pieces }
}
type Opened = NonNullable<Awaited<ReturnType<typeof openOld>>>
const instantOf = (ms: number): Temporal.Instant => Temporal.Instant.from(instantText(ms))
function isChangedIn({ ts, late_at }: OldMinute, updated: readonly Interval[]): boolean {
  const at = late_at ?? ts + 60_000
  return updated.some(([since, until]) => at >= since && at < until)
}

/** [since, until) by months (UTC), as the archive has them; oldest first. */
function monthsOf([since, until]: Interval): Interval[] {
  const months: Interval[] = []
  for (let at = since; at < until; ) {
    const date = new Date(at)
    const end = Math.min(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1), until)
    months.push([at, end])
    at = end
  }
  return months
}

/** A month of one device is in memory at a time, and `limit` of each: somebody may ask for years of a hundred people. */
async function selectOld(ctx: Ctx, { spans, updated }: Wanted, window: Interval, page: Page): Promise<MinuteRow[]> {
  const { isDescending, after, limit } = page
  const opened = await openOld(ctx, spans, window)
  if (!opened) return []
  const { old, pieces } = opened
  const sign = isDescending ? -1 : 1
  const compare = (a: After, b: After) =>
    sign * (a.minute - b.minute || (a.resident_id < b.resident_id ? -1 : Number(a.resident_id > b.resident_id)))
  const isAsked = (minute: OldMinute, at: After) =>
    (!updated || isChangedIn(minute, updated)) && (!after || compare(at, after) > 0)
  const months = monthsOf([
    Math.min(...pieces.map(({ since }) => since.epochMilliseconds)),
    Math.min(old.until, Math.max(...pieces.map(({ until }) => until.epochMilliseconds))),
  ])
  const rows: MinuteRow[] = []
  for (const month of isDescending ? months.reverse() : months) {
    const found = []
    for (const { resident_id, device_id, device_no, since, until } of pieces) {
      const [part] = intersect([[since.epochMilliseconds, until.epochMilliseconds]], [month])
      if (!part) continue
      const minutes = await old.of({ device_no, since: instantOf(part[0]), until: instantOf(part[1]) })
      let left = limit - rows.length
      for (const minute of isDescending ? minutes.reverse() : minutes) {
        const at = { minute: minute.ts, resident_id }
        if (!isAsked(minute, at)) continue
        found.push({ ...at, device_id, minute_of: minute })
        if (--left === 0) break
      }
    }
    for (const { resident_id, device_id, minute_of } of found.sort(compare).slice(0, limit - rows.length)) {
      const { ts, n_rr, sum_rr, late_at } = minute_of
      rows.push({
        ...{ resident_id, device_id, minute: instantOf(ts) },
        avg_rr: n_rr === 0 ? null : sum_rr / n_rr,
        late_at: late_at === null ? null : instantOf(late_at),
      })
    }
    if (rows.length === limit) break
  }
  return rows
}

/** Without reading each, unless it matters when they were changed. */
async function countOld(ctx: Ctx, { old, pieces }: Opened, updated: Wanted['updated']): Promise<number> {
  const ours = pieces.filter(({ since }) => since.epochMilliseconds < old.until)
  let count = 0
  if (updated) {
    for (const piece of ours) count += await old.count(piece, (minute) => isChangedIn(minute, updated))
    return count
  }
  const ends = ours.map(({ until }) => instantText(Math.min(until.epochMilliseconds, old.until)))
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::float8 as n from respiration_summary(${ours.map(({ device_no }) => device_no)}::int4[],
      ${ours.map(({ since }) => since.toString())}::timestamptz[], ${ends}::timestamptz[])`.execute(ctx.db)
  return rows[0]!.n + (await old.outsideHours(ours)).length
}

async function selectStored(
  { db }: Ctx,
  wanted: Wanted,
  window: Interval,
  { isDescending, after, limit }: Page,
): Promise<MinuteRow[]> {
  const order = isDescending ? sql`desc` : sql`asc`
  const beyond = isDescending ? sql`<` : sql`>`
  const isBeyond = after
    ? sql`(m.minute, s.resident_id) ${beyond} (${instantText(after.minute)}::timestamptz, ${after.resident_id})`
    : sql`true`
  const { rows } = await sql<MinuteRow>`
    select s.resident_id, s.device_id, m.minute, m.avg_rr, m.late_at
    from ${source(wanted.spans)} cross join lateral (
      select m.minute, m.avg_rr, m.late_at from device_minutes m
      where m.device_no = s.device_no and m.minute >= s.since and m.minute < s.until and ${isIn(window)}
        and ${isUpdated(wanted)} and ${isBeyond}
      order by m.minute ${order} limit ${limit}
    ) m
    order by m.minute ${order}, s.resident_id ${order} limit ${limit}`.execute(db)
  return rows
}

export async function countMinutes(ctx: Ctx, wanted: Wanted, window: Interval): Promise<number> {
  const opened = await openOld(ctx, wanted.spans, window)
  const old = opened ? await countOld(ctx, opened, wanted.updated) : 0
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${source(wanted.spans)}
    join device_minutes m on m.device_no = s.device_no and m.minute >= s.since and m.minute < s.until
    where ${isIn(window)} and ${isUpdated(wanted)}`.execute(ctx.db)
  return old + rows[0]!.n
}
