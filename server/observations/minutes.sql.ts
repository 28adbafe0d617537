import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Interval } from './intervals.ts'
import { instantText, isWithin } from './rows.sql.ts'

/** Minutes of residents: the views resident_spans, device_minutes and observed_residents. */

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
export async function selectMinutes(
  { db }: Ctx,
  wanted: Wanted,
  window: Interval,
  { isDescending, after, limit }: { isDescending: boolean; after: After | null; limit: number },
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

export async function countMinutes({ db }: Ctx, wanted: Wanted, window: Interval): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${source(wanted.spans)}
    join device_minutes m on m.device_no = s.device_no and m.minute >= s.since and m.minute < s.until
    where ${isIn(window)} and ${isUpdated(wanted)}`.execute(db)
  return rows[0]!.n
}
