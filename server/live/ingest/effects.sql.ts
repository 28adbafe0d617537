import type { Signal } from '@eupnea/contract/rules/signal.ts'
import type pg from 'pg'
import { dayOf, startOfDay } from '../../platform/local-days.ts'
import type { Place } from '../bed/bed.ts'
import type { BedKind, End, Raise } from '../bed/bed-event.ts'
import { noSums } from '../state/minutes.sql.ts'
import { holdLinks } from './hold-links.sql.ts'
import { holdHours } from './ingest.sql.ts'
import type { Statements } from './statements.ts'
import { takeAgain } from './take-again.sql.ts'

/**
 * Tables of what beds have raised: episodes and notifications (with the noun that lists them), signal_spans,
 * closed_minutes.
 */

const instant = (ms: number): string => new Date(ms).toISOString()

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

export const raiseEpisode = async (client: Statements, raised: RaisedEpisode): Promise<string | null> =>
  (await raiseEpisodes(client, [raised]))[0]!

/**
 * Opens the episodes, or makes open ones worse, and records the notifications; what is long over is stored as ended.
 * @param raised at most one per resident, kind and direction
 * @returns for each the notification's id; null when there is nothing to tell: it is open already, or has only come again
 */
export async function raiseEpisodes(
  client: Statements,
  raised: readonly RaisedEpisode[],
): Promise<readonly (string | null)[]> {
  const held = await holdLinks(client, raised)
  const again = await takeAgain(client, held)
  return insertRaised(
    client,
    raised.map((one) => (held.includes(one) && !again.has(one) ? one : null)),
  )
}

/**
 * One row an episode (AN-5): what became worse is sent again, so nobody has seen, acknowledged or snoozed it yet. What
 * arrived too late to be sent only says how bad it was, until the readings are of now. All go in one
 * statement: a facility can have hundreds in the same moment.
 */
async function insertRaised(
  client: Statements,
  raised: readonly (RaisedEpisode | null)[],
): Promise<readonly (string | null)[]> {
  const ids = raised.map((): string | null => null)
  const rows = raised.flatMap((one, nth) => (one ? [{ nth, ...rowOf(one) }] : []))
  if (rows.length === 0) return ids
  const { rows: made } = await client.query<{ nth: number; id: string }>(
    `with raised as materialized (
      select *, at::timestamptz as raised_at
      from jsonb_to_recordset($1::jsonb) r (nth int, clinic_id text, resident_id text, device_id text, kind text,
        direction text, severity text, title text, description text, rr real, at text, since text, is_late boolean,
        ended_at timestamptz, end_reason text)
    ), episode as (
      insert into episodes as e (clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, is_late,
        ended_at, end_reason)
      select clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, is_late, ended_at, end_reason
      from raised
      on conflict (resident_id, kind, coalesce(direction, '')) where ended_at is null
      do update set severity = excluded.severity, rr = excluded.rr, device_id = excluded.device_id,
        is_late = e.is_late and excluded.is_late
        where e.severity = 'warning' and excluded.severity = 'danger'
      returning id, resident_id, device_id, kind, direction, xmax <> 0 as is_worse
    ), said as (
      select episode.id, is_worse, r.*,
        jsonb_build_object('patient_id', r.resident_id, 'device_id', r.device_id, 'rr', rr, 'alert', r.direction)
          || case when raised_at < now() - interval '10 minutes'
            then jsonb_build_object('until', at) else '{}' end
          || case when since is not null then jsonb_build_object('since', since) else '{}' end as detail
      from episode join raised r
        on r.resident_id = episode.resident_id and r.device_id = episode.device_id and r.kind = episode.kind
          and r.direction is not distinct from episode.direction
    ), worse as (
      update notifications n set severity = said.severity, title = said.title, description = said.description,
        extra_detail = said.detail, is_late = n.is_late and said.is_late,
        became_worse_at = now(), worse_late_at = case when said.is_late then now() end,
        worse_at = case when said.is_late then worse_at else now() end,
        acknowledged_at = case when said.is_late then acknowledged_at end,
        acknowledged_by = case when said.is_late then acknowledged_by end,
        acknowledged_name = case when said.is_late then acknowledged_name end,
        snoozed_until = case when said.is_late then snoozed_until end,
        snoozed_by = case when said.is_late then snoozed_by end,
        snoozed_name = case when said.is_late then snoozed_name end
      from said where n.episode_id = said.id and said.is_worse returning n.id, said.nth, said.is_late as came_late
    ), unseen as (
      delete from notification_views v using worse where v.notification_id = worse.id and not worse.came_late
    ), made as (
      insert into notifications (clinic_id, episode_id, kind, title, description, action, severity, patient_id, raised_at,
        is_late, extra_detail)
      select clinic_id, id, kind, title, description, case kind when 'episode' then 'rr' else kind end, severity,
        resident_id, raised_at, is_late, detail
      from said where not is_worse returning id, episode_id
    )
    select nth, made.id from made join said on said.id = made.episode_id union all select nth, id from worse`,
    [JSON.stringify(rows)],
  )
  for (const { nth, id } of made) ids[nth] = id
  return ids
}

const rowOf = ({ clinicId, residentId, deviceId, at, since, isLate, end, ...told }: RaisedEpisode) => ({
  ...{ clinic_id: clinicId, resident_id: residentId, device_id: deviceId, at: instant(at), is_late: isLate },
  ...(since !== undefined && { since: instant(since) }),
  ...{ kind: told.kind, direction: told.direction, severity: told.severity, rr: told.rr },
  ...{ title: told.title, description: told.description },
  ...(end && { ended_at: instant(Math.max(at, end.at)), end_reason: end.reason }),
})

export interface EndedEpisode extends Pick<End, 'direction' | 'at'> {
  readonly kind: EpisodeKind
  readonly reason: End['reason'] | 'dismissed' | 'settled'
}

export const endEpisode = (client: Statements, residentId: string, ended: EndedEpisode): Promise<void> =>
  endEpisodes(client, [{ residentId, ...ended }])

/** Ends the open episodes of residents, each of one kind and direction. */
export async function endEpisodes(
  client: Statements,
  ended: readonly (EndedEpisode & { readonly residentId: string })[],
): Promise<void> {
  if (ended.length === 0) return
  await client.query(
    `update episodes e set ended_at = greatest(e.raised_at, t.at), end_reason = t.reason
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[])
       t (resident_id, kind, direction, at, reason)
     where e.resident_id = t.resident_id and e.kind = t.kind and e.direction is not distinct from t.direction
       and e.ended_at is null`,
    [
      ended.map(({ residentId }) => residentId),
      ended.map(({ kind }) => kind),
      ended.map(({ direction }) => direction),
      ended.map(({ at }) => instant(at)),
      ended.map(({ reason }) => reason),
    ],
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
      -- Residents who have left meanwhile are no longer watched.
      where hold_link(resident_id, device_id)
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
    where not exists (select from noted o where o.device_id = n.device_id)`,
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
export async function flagMinutes(
  client: pg.ClientBase,
  { no, tz }: Pick<Place, 'no' | 'tz'>,
  from: number,
  until: number,
): Promise<void> {
  await holdHours(client)
  const span = [no, instant(from), instant(until)]
  const month = dayOf(Temporal.Now.instant(), tz).with({ day: 1 })
  await client.query(
    `with closed as (
      insert into closed_minutes (device_no, clinic_no, minute, is_valid)
      select device_no, clinic_no, minute, n_rr > 0 from minutes
      where device_no = $1 and minute >= $2 and minute < $3 and n > 0 and minute < $4
      on conflict do nothing
    )
    update minutes set ${noSums}
    where device_no = $1 and minute >= $2 and minute < $3`,
    [...span, startOfDay(month, tz).toString()],
  )
  await client.query(
    `delete from hours where device_no = $1 and hour >= date_trunc('hour', $2::timestamptz) and hour < $3`,
    span,
  )
}
