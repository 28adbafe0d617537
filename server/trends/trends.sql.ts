import { sql } from 'kysely'
import { endEpisode, type RaisedEpisode, raiseEpisode, statementsOf } from '../live/ingest/index.ts'
import type { Ctx } from '../platform/context.ts'

/** Tables of this noun: trend_nights, trends. Reads the views trend_residents, monitored_clinics, listed_notifications. */

/** A night of a facility: [since, until). */
export interface Night {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

export interface WatchedClinic {
  readonly clinic_id: string
  /** IANA zone */
  readonly tz: string
  /** how dates and numbers are written */
  readonly locale: string
}

export const selectWatchedClinics = ({ db }: Ctx): Promise<WatchedClinic[]> =>
  db
    .selectFrom('monitored_clinics')
    .select(['clinic_id', 'tz', 'locale'])
    .orderBy('clinic_id')
    .$castTo<WatchedClinic>()
    .execute()

export const isNightJudged = async ({ db }: Ctx, clinic_id: string, night: string): Promise<boolean> =>
  (await db
    .selectFrom('trend_nights')
    .select('night')
    .where('clinic_id', '=', clinic_id)
    .where('night', '=', night)
    .executeTakeFirst()) !== undefined

/** Takes the night over. @returns false when it is judged already; while another node judges it, waits for that */
export async function beginNight({ db }: Ctx, clinic_id: string, night: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trend_nights')
    .values({ clinic_id, night, residents: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function storeJudged({ db }: Ctx, clinic_id: string, night: string, residents: number): Promise<void> {
  await db
    .updateTable('trend_nights')
    .set({ residents })
    .where('clinic_id', '=', clinic_id)
    .where('night', '=', night)
    .execute()
}

export interface NightsOf {
  readonly resident_id: string
  readonly device_id: string
  readonly flag_status: number
  /** breaths per minute: median of the first night given, and of those among the others that have enough minutes */
  readonly rate: number
  readonly before: readonly number[]
}

/** Residents who had a night, with the nights before it. @param nights the night to judge first */
export async function selectNights(
  { db }: Ctx,
  clinic_id: string,
  nights: readonly Night[],
  minutes: number,
): Promise<NightsOf[]> {
  const sinces = nights.map(({ since }) => since.toString())
  const untils = nights.map(({ until }) => until.toString())
  const { rows } = await sql<NightsOf>`
    select t.resident_id, t.device_id, t.flag_status, n.rate, n.before
    from (
      select resident_id, max(rate) filter (where night = 1) as rate,
        coalesce(array_agg(rate) filter (where night > 1), '{}') as before
      from night_rates(${clinic_id}, ${sinces}::timestamptz[], ${untils}::timestamptz[], ${minutes})
      group by resident_id
    ) n
    join trend_residents t on t.resident_id = n.resident_id
    where n.rate is not null
    order by t.resident_id`.execute(db)
  return rows
}

/** @returns the notification's id; null while an earlier one is open, or when the resident has left meanwhile */
export const raiseTrend = (
  ctx: Ctx,
  raised: Pick<RaisedEpisode, 'clinicId' | 'residentId' | 'deviceId' | 'title' | 'description' | 'rr' | 'at' | 'tz'>,
): Promise<string | null> =>
  raiseEpisode(statementsOf(ctx), {
    ...raised,
    kind: 'trend',
    direction: null,
    severity: 'warning',
    isLate: false,
    aheadMs: null,
  })

export interface NewTrend {
  readonly resident_id: string
  readonly clinic_id: string
  /** YYYY-MM-DD */
  readonly night: string
  readonly rate: number
  readonly usual: number
  readonly deviation: number
  readonly nights: number
  readonly is_flagged: boolean
}

export async function insertTrend({ db }: Ctx, notification_id: string, trend: NewTrend): Promise<void> {
  const { clinic_id, resident_id, night, rate, usual, deviation, nights, is_flagged } = trend
  await sql`
    insert into trends (clinic_id, resident_id, episode_id, night, rate, usual, deviation, nights, is_flagged)
    select ${clinic_id}, ${resident_id}, n.episode_id, ${night}::date, ${rate}, ${usual}, ${deviation}, ${nights}, ${is_flagged}
    from listed_notifications n where n.id = ${notification_id}`.execute(db)
}

export interface TrendRow {
  readonly kind: string
  readonly clinic_id: string
  readonly resident_id: string | null
  /** of the trend; null for a notification about something else */
  readonly trend_id: string | null
  /** its flag is still as it set it */
  readonly is_flagged: boolean
}

export async function selectTrend({ db }: Ctx, notification_id: string): Promise<TrendRow | undefined> {
  const { rows } = await sql<TrendRow>`
    select n.kind, n.clinic_id, n.patient_id as resident_id, t.id as trend_id,
      coalesce(t.is_flagged and r.flag_status = 2 and r.flagged_at = t.created_at, false) as is_flagged
    from listed_notifications n
    left join trends t on t.episode_id = n.episode_id
    left join trend_residents r on r.resident_id = t.resident_id
    where n.id = ${notification_id}`.execute(db)
  return rows[0]
}

interface Dismissal {
  readonly person: { readonly id: string; readonly name: string }
  readonly reason: string
}

/** Ends it. @returns when; null if it has ended already */
export async function dismiss(
  ctx: Ctx,
  { trend_id, resident_id }: { readonly trend_id: string; readonly resident_id: string },
  { person, reason }: Dismissal,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ dismissed_at: Temporal.Instant }>`
    update trends t set dismissed_at = now(), dismissed_by = ${person.id}, dismissed_name = ${person.name}, reason = ${reason}
    where t.id = ${trend_id} and t.dismissed_at is null
      and exists (select from listed_notifications n where n.episode_id = t.episode_id and n.state <> 'ended')
    returning dismissed_at`.execute(ctx.db)
  const [dismissed] = rows
  if (!dismissed) return null
  const at = Number(dismissed.dismissed_at.epochMilliseconds)
  await endEpisode(statementsOf(ctx), resident_id, { kind: 'trend', direction: null, at, reason: 'dismissed' })
  return dismissed.dismissed_at
}

/** Of nights that ended in the last `days`. */
export async function countTrends({ db }: Ctx, clinic_id: string, days: number) {
  const since = sql`current_date - ${days}::integer`
  const { rows } = await sql<{ raised: number; dismissed: number; resident_days: number }>`
    select
      (select count(*) from trends t where t.clinic_id = ${clinic_id} and t.night > ${since}) as raised,
      (select count(t.dismissed_at) from trends t where t.clinic_id = ${clinic_id} and t.night > ${since}) as dismissed,
      (select coalesce(sum(n.residents), 0)::bigint from trend_nights n
        where n.clinic_id = ${clinic_id} and n.night > ${since}) as resident_days`.execute(db)
  return rows[0]!
}
