import type { DailyReport } from '@eupnea/contract/reports.ts'
import type { DowntimeCause } from '@eupnea/contract/rules/downtime.ts'
import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { dayOf, localDays } from '../platform/local-days.ts'

/**
 * Table of this noun: signal_spans, shared with live/ingest, which writes it. Reads the views of
 * `db/definitions/downtime.sql`, leave_spans, and listed_notifications.
 */

/** A facility's time: [since, until), neither in the future; empty if both are the same. */
export interface ClinicPeriod {
  readonly clinic_id: string
  /** IANA zone */
  readonly tz: string
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

export interface DowntimeRow {
  readonly device_id: string
  readonly resident_id: string
  readonly cause: DowntimeCause
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
  readonly is_ongoing: boolean
  readonly date: string
  readonly seconds: number
  readonly room: string
  readonly first_name: string
  readonly last_name: string
}

/** What the period holds of links, and of gaps within them; leaves are `paused`, also those recorded late (PL-6). */
const cut = ({ clinic_id, since, until }: ClinicPeriod) => sql`
  leaves as materialized (
    select resident_id, range_agg(tstzrange(since, until)) as times from leave_spans
    where clinic_id = ${clinic_id} and until > ${since}::timestamptz and since < ${until}::timestamptz
    group by resident_id
  ), links as materialized (
    select device_id, resident_id, greatest(since, ${since}::timestamptz) as since,
      least(until, ${until}::timestamptz) as until, times
    from monitored_links left join leaves using (resident_id)
    -- of an empty period no bed has even an instant
    where ${since}::timestamptz < ${until}::timestamptz
      and clinic_id = ${clinic_id} and since < ${until}::timestamptz and (until is null or until > ${since}::timestamptz)
  ), recent as materialized (
    select device_id, resident_id, state, since, until from signal_gaps
    where clinic_id = ${clinic_id} and until > ${since}::timestamptz and since < ${until}::timestamptz and until > since
  ), gaps as materialized (
    select l.device_id, l.resident_id, g.state, part.since, part.until,
      g.until = 'infinity' and part.until = l.until as is_ongoing
    from recent g
    join links l on l.device_id = g.device_id and l.resident_id = g.resident_id
      and g.since < l.until and g.until > l.since
    cross join lateral (
      select greatest(g.since, l.since) as since, least(g.until, l.until) as until where l.times is null
      union all
      select lower(part), upper(part)
      from unnest(tstzmultirange(tstzrange(greatest(g.since, l.since), least(g.until, l.until))) - l.times) part
    ) part
    union all
    select device_id, resident_id, 'paused', lower(part), upper(part), false
    from links cross join unnest(tstzmultirange(tstzrange(since, until)) * times) part
  )`

/** Downtime by day, newest first, with the count of all. */
export async function selectDowntime(
  { db }: Ctx,
  period: ClinicPeriod,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ rows: DowntimeRow[]; total: number }> {
  const first = dayOf(period.since, period.tz)
  const { days: more } = first.until(dayOf(period.until, period.tz))
  const local = localDays(first, more + 1, period.tz)
  const starts = [...local.map(({ since }) => since), local.at(-1)!.until].map(String)
  const days = sql`days as materialized (
    select g.device_id, g.resident_id, g.state as cause, greatest(g.since, starts[day]) as since,
      least(g.until, starts[day + 1]) as until, g.is_ongoing and g.until <= starts[day + 1] as is_ongoing,
      ${first.toString()}::date + day - 1 as date
    from gaps g
    cross join (select ${starts}::timestamptz[] as starts) of_period
    cross join lateral generate_series(width_bucket(g.since, starts),
      width_bucket(g.until - interval '1 microsecond', starts)) day
    where g.state <> 'paused'
  )`
  const counted = await sql<{ total: number }>`with ${cut(period)}, ${days} select count(*) as total from days`.execute(
    db,
  )
  const { total } = counted.rows[0]!
  if (total <= page.offset) return { rows: [], total }
  const { rows } = await sql<DowntimeRow>`
    with ${cut(period)}, ${days}
    select d.*, extract(epoch from d.until - d.since)::float8 as seconds, r.room, r.first_name, r.last_name
    from days d join monitored_residents r on r.resident_id = d.resident_id and r.clinic_id = ${period.clinic_id}
    order by d.since desc, r.room, d.device_id, d.cause
    offset ${page.offset} limit ${page.limit}`.execute(db)
  return { rows, total }
}

/** Share of the time in which beds were to be watched and were; null if there was no such time. */
export async function selectMonitoredShare({ db }: Ctx, period: ClinicPeriod): Promise<number | null> {
  const { rows } = await sql<{ share: number | null }>`
    with ${cut(period)}, lengths as (
      select (select sum(extract(epoch from until - since)) from links) as linked,
        coalesce(sum(extract(epoch from until - since)) filter (where state = 'paused'), 0) as paused,
        coalesce(sum(extract(epoch from until - since)) filter (where state <> 'paused'), 0) as missed
      from gaps
    )
    select ((linked - paused - missed) / nullif(linked - paused, 0))::float8 as share from lengths`.execute(db)
  return rows[0]?.share ?? null
}

/** Whom a report is about. */
export interface Which {
  /** null: all floors */
  readonly floor: string | null
  /** null: everybody */
  readonly resident_id: string | null
}

const isAsked = ({ floor, resident_id }: Which) => sql`
  (${floor}::text is null or r.floor = ${floor}) and (${resident_id}::text is null or r.resident_id = ${resident_id})`

const whose = sql`r.resident_id as patient_id, r.room, r.first_name, r.last_name, r.floor as floor_id`
const eachResident = sql`r.resident_id, r.room, r.first_name, r.last_name, r.floor`
const byRoom = sql`r.room, r.last_name, r.first_name, r.resident_id`

/** Each resident's downtime by cause, by room. */
export async function sumDowntime(
  { db }: Ctx,
  period: ClinicPeriod,
  which: Which,
): Promise<DailyReport['downtime']['items']> {
  const { rows } = await sql<DailyReport['downtime']['items'][number]>`
    with ${cut(period)}
    select ${whose}, g.state as cause, sum(extract(epoch from g.until - g.since))::float8 as seconds
    from gaps g join monitored_residents r on r.resident_id = g.resident_id and r.clinic_id = ${period.clinic_id}
    where g.state <> 'paused' and ${isAsked(which)}
    group by ${eachResident}, g.state
    order by ${byRoom}, seconds desc`.execute(db)
  return rows
}

/** How many notifications of the period came too late to be sent, by resident. */
export async function countLate(
  { db }: Ctx,
  { clinic_id, since, until }: ClinicPeriod,
  which: Which,
): Promise<DailyReport['downtime']['late']> {
  const { rows } = await sql<DailyReport['downtime']['late'][number]>`
    select ${whose}, count(*)::int as count
    from listed_notifications n join monitored_residents r on r.resident_id = n.patient_id and r.clinic_id = n.clinic_id
    -- created_at has an index, and is later than raised_at
    where n.clinic_id = ${clinic_id} and n.is_late and n.created_at >= ${since}::timestamptz
      and n.raised_at >= ${since}::timestamptz and n.raised_at < ${until}::timestamptz and ${isAsked(which)}
    group by ${eachResident}
    order by ${byRoom}`.execute(db)
  return rows
}

/** Run by a job: deletes what is known of the signal together with the minutes of that time. */
export async function removeOldSpans({ db }: Ctx, days: number): Promise<void> {
  await db
    .deleteFrom('signal_spans')
    .where('until', '<', sql<Temporal.Instant>`now() - make_interval(days => ${days}::int)`)
    .execute()
}
