import { emptyLastMinute, telemetryLimits } from '@eupnea/contract/live.ts'
import { type EpisodeState, noEpisode } from '@eupnea/contract/rules/episode.ts'
import type { Severity } from '@eupnea/contract/rules/severity.ts'
import type { SignalNote, SignalState } from '@eupnea/contract/rules/signal.ts'
import { defaultLocale } from '@eupnea/texts/locale.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { earlierPlansOf, type PlanColumns, type PlanVersion, planOfRow } from '../../plans/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Bed, lastMinuteOf, newBed, scoreAt, type TechnicalKind } from '../bed/bed.ts'
import { termsOf } from '../bed/reduce-bed.ts'
import { isCurrent, isTechnical } from '../bed/trust.ts'
import { newWatch, unnotified, type Watch, type WatchKind, watchReading, withOpen } from '../bed/watch.ts'
import { watchReadings } from '../bed/watch-readings.ts'
import { usableBaseline } from './baselines.sql.ts'
import { type MinuteColumns, minuteColumns, minuteSums } from './minutes.sql.ts'

/**
 * Reads what ingest stores (views device_places and resident_spans, latest, presence, minutes, episodes).
 */

interface BedRow extends PlanColumns {
  device_no: number
  device_id: string
  clinic_id: string | null
  clinic_no: number
  topic_prefix: string | null
  resident_id: string | null
  since_ms: number | null
  linked_ms: number | null
  first_minute_ms: number | null
  ts_ms: number | null
  seen_ms: number | null
  rr: number | null
  dist: number | null
  online: boolean | null
  minutes: MinuteColumns[] | null
  /** the newest minute of the last day with a valid rr */
  valid: MinuteColumns | null
  low_episode: Severity | null
  high_episode: Severity | null
  median: number | null
  mad: number | null
  baseline_minutes: number | null
  tz: string
  locale: string | null
  presence_range: number
  /** of the resident and their facility, oldest first; null: none is new */
  plan_versions: PlanVersion[] | null
  ended_by_plan: Bed['endedByPlan'] | null
  leave_from_ms: number | null
  leave_until_ms: number | null
  /** what was known of the resident's bed at an instant, and readings since */
  checkpoint: {
    readonly resident_id: string
    readonly judged_until: number
    readonly watch: Watch
    readonly pace: number
    readonly is_change_only: boolean
  } | null
  tail: Parameters<typeof watchReading>[] | null
  signal: { readonly state: SignalState; readonly since: number; readonly note: SignalNote | null } | null
  /** what is open of the resident, but for episodes */
  open: { readonly kind: WatchKind | TechnicalKind; readonly raised_at: number }[] | null
}

/**
 * Current minutes are newer than this, because older readings aren't accepted. Passed as a constant so that the planner
 * looks at, and locks, only these partitions.
 */
const presentSince = (): Temporal.Instant =>
  Temporal.Now.instant().subtract({ milliseconds: telemetryLimits.behindMs, hours: 24 })

/** Instants are whole milliseconds, as readings have them. $1: `presentSince` */
const bedsText = `
select p.device_no, p.device_id, p.clinic_id, p.clinic_no, p.topic_prefix, p.resident_id,
  ceil(extract(epoch from p.resident_since)::float8 * 1000) as since_ms,
  floor(extract(epoch from p.linked_at)::float8 * 1000) as linked_ms,
  extract(epoch from f.first_minute)::float8 * 1000 as first_minute_ms,
  extract(epoch from l.ts)::float8 * 1000 as ts_ms, floor(extract(epoch from l.seen_at)::float8 * 1000) as seen_ms,
  l.rr, l.dist, s.online, m.minutes, v.valid,
  (select severity from episodes e where e.resident_id = p.resident_id and e.direction = 'low' and e.ended_at is null) as low_episode,
  (select severity from episodes e where e.resident_id = p.resident_id and e.direction = 'high' and e.ended_at is null) as high_episode,
  b.median, b.mad, b.minutes as baseline_minutes, p.tz, p.locale, p.presence_range,
  g.low, g.high, g.extreme_high, g.extreme_low, g.no_breathing_seconds, g.out_of_bed, g.still_in_bed,
  case when c.is_new then (select json_agg(to_jsonb(o) || jsonb_build_object('is_own', o.resident_id is not null,
        'since', floor(extract(epoch from o.valid_from)::float8 * 1000)) order by o.valid_from, o.id)
      from plan_versions o
      where o.resident_id = p.resident_id or (o.clinic_id = p.clinic_id and o.resident_id is null)) end as plan_versions,
  case when c.is_new then (select json_object_agg(e.direction, json_build_object('severity', e.severity,
        'at', extract(epoch from e.ended_at)::float8 * 1000)) from (
      select distinct on (direction) direction, severity, ended_at from episodes
      where resident_id = p.resident_id and end_reason = 'plan_changed' and ended_at > $1
      order by direction, ended_at desc) e) end as ended_by_plan,
  floor(extract(epoch from p.leave_since)::float8 * 1000) as leave_from_ms,
  floor(extract(epoch from p.leave_until)::float8 * 1000) as leave_until_ms,
  w.checkpoint, t.tail,
  (select json_build_object('state', o.state, 'since', extract(epoch from o.since)::float8 * 1000, 'note', o.note)
    from signal_spans o where o.device_id = p.device_id and o.resident_id = p.resident_id and o.until is null) as signal,
  (select json_agg(json_build_object('kind', e.kind, 'raised_at', extract(epoch from e.raised_at)::float8 * 1000)) from episodes e
    where e.resident_id = p.resident_id and e.kind <> 'episode' and e.ended_at is null) as open
from device_places p
left join latest l on l.device_no = p.device_no
left join presence s on s.device_no = p.device_no
left join baselines b on b.resident_id = p.resident_id
left join plans_in_force g on g.resident_id = p.resident_id
cross join lateral (
  select $1 < greatest(
    (select max(o.valid_from) from plan_versions o where o.resident_id = p.resident_id),
    (select max(o.valid_from) from plan_versions o where o.clinic_id = p.clinic_id and o.resident_id is null)) as is_new
) c
left join resident_spans f on f.device_id = p.device_id and f.until is null
left join lateral (
  select json_agg(json_build_array(${minuteColumns})
    order by minute) as minutes
  from minutes where device_no = p.device_no and minute > $1
    and minute > date_trunc('minute', l.ts) - interval '10 minutes' and minute <= l.ts
    and (f.first_minute is null or minute >= f.first_minute)
) m on true
left join lateral (
  select json_build_array(${minuteColumns}) as valid
  from minutes where device_no = p.device_no and minute > $1 and n_rr > 0
    and minute > l.ts - interval '1 day' and minute <= l.ts
    and (f.first_minute is null or minute >= f.first_minute)
  order by minute desc limit 1
) v on true
left join lateral (
  select json_build_object('resident_id', c.resident_id, 'judged_until', extract(epoch from c.judged_until)::float8 * 1000, 'watch', c.watch,
    'pace', c.pace_ms, 'is_change_only', c.is_change_only) as checkpoint, c.at
  from watch_checkpoints c where c.device_no = p.device_no
) w on true
-- Of a device that has said nothing for hours nothing is to be caught up with.
left join lateral (
  select json_agg(json_build_array(extract(epoch from r.ts)::float8 * 1000, r.rr, r.dist, r.is_dist_absent, r.is_moving) order by r.ts) as tail
  from readings r where r.device_no = p.device_no and r.ts > $1 and r.ts > w.at and r.ts <= l.ts
    and l.ts < w.at + interval '1 hour'
) t on true`

const bedsAtOnce = 500

/** device_no of all devices. */
export async function selectDeviceNos(pool: pg.Pool): Promise<Set<number>> {
  const { rows } = await pool.query<{ device_no: number }>('select device_no from device_places')
  return new Set(rows.map((row) => row.device_no))
}

/** Beds of all devices as the database has them, some at a time: readings are dealt with in between. */
export async function* loadAllBeds(pool: pg.Pool): AsyncGenerator<Bed[]> {
  const text = `${bedsText} where p.device_no > $2 order by p.device_no limit $3`
  for (let after = 0; ; ) {
    const { rows } = await pool.query<BedRow>(text, [presentSince(), after, bedsAtOnce])
    const now = Date.now()
    yield rows.map((row) => bedOf(row, now))
    if (rows.length < bedsAtOnce) return
    after = rows.at(-1)!.device_no
  }
}

/** The same of some devices. */
export async function loadBeds(pool: pg.Pool | pg.ClientBase, now: number, ids: readonly string[]): Promise<Bed[]> {
  const { rows } = await pool.query<BedRow>(`${bedsText} where p.device_id = any ($2)`, [presentSince(), ids])
  return rows.map((row) => bedOf(row, now))
}

function bedOf(row: BedRow, now: number): Bed {
  const baseline = usableBaseline(row)
  const place = {
    no: row.device_no,
    id: row.device_id,
    clinicId: row.clinic_id,
    clinicNo: row.clinic_no,
    residentId: row.resident_id,
    residentSince: row.since_ms,
    linkedAt: row.linked_ms,
    firstMinute: row.first_minute_ms,
    topicPrefix: row.topic_prefix,
    tz: row.tz,
    locale: row.locale ?? defaultLocale,
    presenceRange: row.presence_range,
    plan: planOfRow(row),
    earlierPlans: earlierPlansOf(row.plan_versions ?? [], presentSince().epochMilliseconds),
    leave:
      row.leave_from_ms === null || row.leave_until_ms === null
        ? null
        : { from: row.leave_from_ms, until: row.leave_until_ms },
  }
  const bed = newBed(place, baseline)
  // A reading from before the resident came is the device's, not theirs.
  const theirs = row.ts_ms !== null && (row.since_ms === null || row.ts_ms >= row.since_ms)
  const online = row.online ?? false
  const pace = row.checkpoint?.pace ?? bed.pace
  const isChangeOnly = row.checkpoint?.is_change_only ?? false
  const known: Bed = {
    ...bed,
    online,
    seenAt: row.seen_ms ?? 0,
    currentAt: currentAtOf(row),
    pace,
    // The time that this node was away is no gap of the device.
    gaps: row.checkpoint ? [pace, pace, pace] : [],
    isChangeOnly,
    episode: { ...noEpisode, low: row.low_episode, high: row.high_episode } satisfies EpisodeState,
    endedByPlan: row.ended_by_plan ?? bed.endedByPlan,
    signal: row.signal,
    technical: (row.open ?? []).flatMap(({ kind }) => (isTechnical(kind) ? [kind] : [])),
    watch: withOpen(watchOf(row, { place, isChangeOnly }), row.open ?? []),
    judgedUntil: row.checkpoint?.resident_id === row.resident_id ? row.checkpoint.judged_until : (row.since_ms ?? 0),
  }
  if (!theirs) return known
  const heard: Bed = {
    ...known,
    ts: row.ts_ms,
    rr: row.rr,
    minutes: (row.minutes ?? []).map(minuteSums),
    dist: online ? row.dist : null,
    lastMinute: (row.valid && lastMinuteOf([minuteSums(row.valid)])) ?? emptyLastMinute,
  }
  return { ...heard, score: scoreAt(heard, now) }
}

const isNotified = ({ breathing, isOut, isStill, isBackEarly, isStuckRaised }: Watch): boolean =>
  breathing === 'notified' || isOut || isStill || isBackEarly || isStuckRaised

/** What was known at the checkpoint, and what was read since: its effects were stored with them. */
function watchOf({ checkpoint, tail, signal }: BedRow, bed: Pick<Bed, 'place' | 'isChangeOnly'>): Watch {
  if (!checkpoint) return newWatch
  const { distAt, longestRun, interval, gaps } = checkpoint.watch
  // Of who lay there before only the sensor's own ways stay.
  if (checkpoint.resident_id !== bed.place.residentId) return { ...newWatch, distAt, longestRun, interval, gaps }
  const readings = (tail ?? []).map((row) => watchReading(...row))
  const { watch } = watchReadings({ ...newWatch, ...checkpoint.watch }, readings, termsOf(bed))
  // Linked again: the notifications of the previous link ended with it.
  return signal === null && isNotified(watch) ? { ...unnotified(watch), isBackEarly: false, stillDay: null } : watch
}

/** When a reading last came that was of then. */
const currentAtOf = ({ ts_ms, seen_ms }: BedRow): number =>
  ts_ms !== null && seen_ms !== null && isCurrent(ts_ms, seen_ms) ? seen_ms : 0

/** Residents with a device whom the actor may see. */
export async function selectResidentsInBeds({ db }: Ctx, clinicId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('resident_devices')
    .innerJoin('resident_places', 'resident_places.resident_id', 'resident_devices.resident_id')
    .where('resident_devices.clinic_id', '=', clinicId)
    .select('resident_devices.resident_id')
    .execute()
  return new Set(rows.map(({ resident_id }) => resident_id!))
}

/** Length of a card's graph. */
export const graphMinutes = 120

/** Minute averages of the last two hours, oldest first, null where there is none, from any device the resident had. */
export async function selectGraphs({ db }: Ctx, clinicId: string): Promise<Map<string, (number | null)[]>> {
  const since = Temporal.Now.instant().subtract({ minutes: graphMinutes })
  const { rows } = await sql<{ resident_id: string; at: number; average: number }>`
    select d.resident_id, (extract(epoch from m.minute - date_trunc('minute', now())) / 60)::int + ${graphMinutes} - 1 as at,
      round((m.sum_rr / m.n_rr)::numeric, 1)::float8 as average
    from resident_devices d
    join resident_spans s on s.resident_id = d.resident_id and (s.until is null or s.until > ${since})
    join minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
      and (s.end_minute is null or m.minute < s.end_minute) and m.n_rr > 0 and m.minute > ${since}
    where d.clinic_id = ${clinicId}`.execute(db)
  const graphs = new Map<string, (number | null)[]>()
  for (const { resident_id, at, average } of rows) {
    const graph = graphs.getOrInsertComputed(resident_id, () => Array(graphMinutes).fill(null))
    if (at >= 0 && at < graphMinutes) graph[at] = average
  }
  return graphs
}
