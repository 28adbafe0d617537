import type { Signal } from '@eupnea/contract/rules/signal.ts'
import type pg from 'pg'
import type { Place } from '../bed/bed.ts'
import type { BedKind, End, Raise } from '../bed/bed-event.ts'
import { noSums } from '../state/minutes.sql.ts'
import { holdHours } from './ingest.sql.ts'

/**
 * Tables of what beds have raised: episodes and notifications (with the noun that lists them), signal_spans,
 * closed_minutes.
 */

const instant = (ms: number): string => new Date(ms).toISOString()

/** A transaction, of whichever library. */
export interface Statements {
  query<R extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Pick<pg.QueryResult<R>, 'rows' | 'rowCount'>>
}

/** Not of readings: trend, which server/trends raises and ends; bed_mismatch, which server/beds does */
type EpisodeKind = BedKind | 'trend' | 'bed_mismatch'

export interface RaisedEpisode extends Omit<Raise, 'effect' | 'kind' | 'note'> {
  readonly kind: EpisodeKind
  readonly clinicId: string
  readonly residentId: string
  readonly deviceId: string
  readonly title: string
  readonly description: string
  readonly isLate: boolean
  /** of what has ended before it was known */
  readonly end?: Pick<End, 'at' | 'reason'> | null
  /** IANA zone of the facility */
  readonly tz: string
}

/** Kinds that are about the sensor come again without being sent, and are summed up when they come too often (WA-7). */
const technical = ['silent', 'clock', 'malformed', 'stuck']
const reopenedWithin = '15 minutes'
const mostADay = 4

/**
 * Opens the episode, or makes an open one worse, and records the notification; what is long over is stored as ended.
 * @returns the notification's id; null when there is nothing to tell: it is open already, or has only come again
 */
export async function raiseEpisode(client: Statements, raised: RaisedEpisode): Promise<string | null> {
  if (!technical.includes(raised.kind) || raised.end) return insertRaised(client, raised)
  const { residentId, kind, at, tz } = raised
  const reopened = await client.query(
    `update episodes set ended_at = null, end_reason = null where id = (
      select id from episodes where resident_id = $1 and kind = $2
        and (ended_at is null or ended_at > $3::timestamptz - interval '${reopenedWithin}')
      order by raised_at desc limit 1) returning id`,
    [residentId, kind, instant(at)],
  )
  if (reopened.rowCount) return null
  const { rows } = await client.query<{ today: number; last_id: string | null }>(
    `select count(*)::int as today, (array_agg(n.id order by n.created_at desc))[1] as last_id
     from episodes e left join notifications n on n.episode_id = e.id
     where e.resident_id = $1 and e.kind = $2
       and e.raised_at >= date_trunc('day', $3::timestamptz at time zone $4) at time zone $4`,
    [residentId, kind, instant(at), tz],
  )
  const { today, last_id } = rows[0]!
  if (today < mostADay || last_id === null) return insertRaised(client, raised)
  await sumUp(client, raised, last_id)
  return null
}

/** From the fifth of a day on the last one stands for all: it is open again, and says how many there were. */
async function sumUp(client: Statements, { kind, residentId }: RaisedEpisode, id: string): Promise<void> {
  await client.query(
    `with again as (
      update notifications set extra_detail = jsonb_set(extra_detail, '{times}',
        to_jsonb(coalesce((extra_detail ->> 'times')::int, ${mostADay}) + 1))
      where id = $1 returning episode_id
    )
    update episodes e set ended_at = null, end_reason = null from again
    where e.id = again.episode_id and e.kind = $2 and e.resident_id = $3`,
    [id, kind, residentId],
  )
}

/**
 * One row an episode (AN-5): what became worse is told again, so nobody has seen, acknowledged or snoozed it yet. What
 * arrived too late to be sent only says how bad it was, until the readings are of now.
 */
async function insertRaised(client: Statements, raised: RaisedEpisode): Promise<string | null> {
  const { clinicId, residentId, deviceId, kind, direction, severity, title, description, rr, at, isLate, end } = raised
  const { rows } = await client.query<{ id: string }>(
    `with episode as (
      insert into episodes as e (clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, is_late,
        ended_at, end_reason)
      select $1, $2, $3, $4, $5, $6, $7, $10, $11, $12::timestamptz, $13
      -- Who has left meanwhile gets no episode: nothing would end it.
      where exists (select from resident_devices where resident_id = $2 and device_id = $3)
      on conflict (resident_id, kind, coalesce(direction, '')) where ended_at is null
      do update set severity = excluded.severity, rr = excluded.rr, device_id = excluded.device_id,
        is_late = e.is_late and excluded.is_late
        where e.severity = 'warning' and excluded.severity = 'danger'
      returning id, xmax <> 0 as is_worse
    ), said as (
      select id, is_worse, jsonb_build_object('patient_id', $2::text, 'device_id', $3::text, 'rr', $7::real, 'alert', $5::text)
        || case when $10::timestamptz < now() - interval '10 minutes' then jsonb_build_object('until', $10::text) else '{}' end
        as detail
      from episode
    ), worse as (
      update notifications n set severity = $6, title = $8, description = $9, extra_detail = said.detail,
        is_late = is_late and $11, worse_late_at = case when $11 then now() end,
        worse_at = case when $11 then worse_at else now() end,
        acknowledged_at = case when $11 then acknowledged_at end,
        acknowledged_by = case when $11 then acknowledged_by end,
        acknowledged_name = case when $11 then acknowledged_name end,
        snoozed_until = case when $11 then snoozed_until end,
        snoozed_by = case when $11 then snoozed_by end,
        snoozed_name = case when $11 then snoozed_name end
      from said where n.episode_id = said.id and said.is_worse returning n.id
    ), unseen as (
      delete from notification_views v using worse where v.notification_id = worse.id and not $11
    ), made as (
      insert into notifications (clinic_id, episode_id, kind, title, description, action, severity, patient_id, raised_at,
        is_late, extra_detail)
      select $1, id, $4, $8, $9, case $4 when 'episode' then 'rr' else $4 end, $6, $2, $10, $11, detail
      from said where not is_worse returning id
    )
    select id from made union all select id from worse`,
    [
      ...[clinicId, residentId, deviceId, kind, direction, severity, rr, title, description, instant(at), isLate],
      ...(end ? [instant(Math.max(at, end.at)), end.reason] : [null, null]),
    ],
  )
  return rows[0]?.id ?? null
}

export interface EndedEpisode extends Pick<End, 'direction' | 'at'> {
  readonly kind: EpisodeKind
  readonly reason: End['reason'] | 'dismissed' | 'settled'
}

/** Ends the open episode of a resident of one kind and direction. */
export async function endEpisode(
  client: Statements,
  residentId: string,
  { kind, direction, at, reason }: EndedEpisode,
): Promise<void> {
  await client.query(
    `update episodes set ended_at = greatest(raised_at, $4::timestamptz), end_reason = $5
     where resident_id = $1 and kind = $2 and direction is not distinct from $3 and ended_at is null`,
    [residentId, kind, direction, instant(at), reason],
  )
}

/** Ends the spans of the signals that were, and begins those that are (WA-1). @param beds each once */
export async function storeSignals(
  client: pg.ClientBase,
  beds: readonly { readonly place: Place; readonly signal: Signal }[],
): Promise<void> {
  await client.query({
    name: 'store-signals',
    text: `with signals as materialized (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
        t (clinic_id, device_id, resident_id, state, since, note)
    ), before as materialized (
      update signal_spans s set until = greatest(s.since, n.since) from signals n
      where s.device_id = n.device_id and s.until is null and (s.state <> n.state or s.resident_id <> n.resident_id)
      returning s.device_id, s.until
    ), noted as (
      update signal_spans s set note = n.note from signals n
      where s.device_id = n.device_id and s.until is null and s.state = n.state and s.resident_id = n.resident_id
      returning s.device_id
    )
    insert into signal_spans (clinic_id, device_id, resident_id, state, since, note)
    select n.clinic_id, n.device_id, n.resident_id, n.state, greatest(n.since, b.until), n.note
    from signals n left join before b on b.device_id = n.device_id
    where not exists (select from noted o where o.device_id = n.device_id)
      -- Who has left meanwhile is watched no more.
      and exists (select from resident_devices r where r.resident_id = n.resident_id and r.device_id = n.device_id)`,
    values: [
      beds.map(({ place }) => place.clinicId),
      beds.map(({ place }) => place.id),
      beds.map(({ place }) => place.residentId),
      beds.map(({ signal }) => signal.state),
      beds.map(({ signal }) => instant(signal.since)),
      beds.map(({ signal }) => signal.note),
    ],
  })
}

/**
 * Whole minutes in [from, until) that a stuck sensor repeated count for nothing any more (WA-4): n is 0. Those of months
 * that have ended at the facility are kept for billing.
 */
export async function flagMinutes(client: pg.ClientBase, deviceNo: number, from: number, until: number): Promise<void> {
  await holdHours(client)
  const span = [deviceNo, new Date(from).toISOString(), new Date(until).toISOString()]
  await client.query(
    `with closed as (
      insert into closed_minutes (device_no, clinic_no, minute, is_valid)
      select m.device_no, m.clinic_no, m.minute, m.n_rr > 0 from minutes m join clinics c on c.no = m.clinic_no
      where m.device_no = $1 and m.minute >= $2 and m.minute < $3 and m.n > 0
        and m.minute < date_trunc('month', now() at time zone c.tz) at time zone c.tz
      on conflict do nothing
    )
    update minutes set ${noSums}
    where device_no = $1 and minute >= $2 and minute < $3`,
    span,
  )
  await client.query(
    `delete from hours where device_no = $1 and hour >= date_trunc('hour', $2::timestamptz) and hour < $3`,
    span,
  )
}
