import { emptyLastMinute, telemetryLimits } from '@eupnea/contract/live.ts'
import { type EpisodeState, noEpisode } from '@eupnea/contract/rules/episode.ts'
import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'
import { type Baseline, baselineDays, baselineMinimumMinutes, defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import type { Severity } from '@eupnea/contract/rules/severity.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Ctx } from '../../platform/context.ts'
import { type DeviceSlot, emptySlot, lastMinuteOf, scoreAt } from './device-slot.ts'

/**
 * Reads what ingest stores (views device_places and resident_spans, latest, presence, minutes, episodes); owns
 * baselines.
 */

/** In the order `minuteSums` expects. */
type MinuteColumns = [number, number, number, number, number | null, number | null, number, number, number]

interface SlotRow {
  device_no: number
  device_id: string
  clinic_id: string | null
  clinic_no: number
  topic_prefix: string | null
  resident_id: string | null
  since_ms: number | null
  first_minute_ms: number | null
  ts_ms: number | null
  seen_ms: number | null
  rr: number | null
  dist: number | null
  online: boolean | null
  minutes: MinuteColumns[] | null
  /** the newest minute of the last day with a valid rr */
  valid: MinuteColumns | null
  low: Severity | null
  high: Severity | null
  median: number | null
  mad: number | null
  baseline_minutes: number | null
}

/**
 * Current minutes are newer than this, because older readings aren't accepted. Passed as a constant so that the planner
 * looks at, and locks, only these partitions.
 */
const presentSince = (): Temporal.Instant =>
  Temporal.Now.instant().subtract({ milliseconds: telemetryLimits.behindMs, hours: 24 })

/** $1: `presentSince` */
const slotsText = `
select p.device_no, p.device_id, p.clinic_id, p.clinic_no, p.topic_prefix, p.resident_id,
  extract(epoch from p.resident_since)::float8 * 1000 as since_ms,
  extract(epoch from f.first_minute)::float8 * 1000 as first_minute_ms,
  extract(epoch from l.ts)::float8 * 1000 as ts_ms, extract(epoch from l.seen_at)::float8 * 1000 as seen_ms,
  l.rr, l.dist, s.online, m.minutes, v.valid,
  (select severity from episodes e where e.resident_id = p.resident_id and e.direction = 'low' and e.ended_at is null) as low,
  (select severity from episodes e where e.resident_id = p.resident_id and e.direction = 'high' and e.ended_at is null) as high,
  b.median, b.mad, b.minutes as baseline_minutes
from device_places p
left join latest l on l.device_no = p.device_no
left join presence s on s.device_no = p.device_no
left join baselines b on b.resident_id = p.resident_id
left join resident_spans f on f.device_id = p.device_id and f.until is null
left join lateral (
  select json_agg(json_build_array(extract(epoch from minute)::float8 * 1000, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    order by minute) as minutes
  from minutes where device_no = p.device_no and minute > $1
    and minute > date_trunc('minute', l.ts) - interval '10 minutes' and minute <= l.ts
    and (f.first_minute is null or minute >= f.first_minute)
) m on true
left join lateral (
  select json_build_array(extract(epoch from minute)::float8 * 1000, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence) as valid
  from minutes where device_no = p.device_no and minute > $1 and n_rr > 0
    and minute > l.ts - interval '1 day' and minute <= l.ts
    and (f.first_minute is null or minute >= f.first_minute)
  order by minute desc limit 1
) v on true`

const slotsAtOnce = 500

/** device_no of all devices. */
export async function selectDeviceNos(pool: pg.Pool): Promise<Set<number>> {
  const { rows } = await pool.query<{ device_no: number }>('select device_no from device_places')
  return new Set(rows.map((row) => row.device_no))
}

/** Loads the slots of all devices in batches, so that readings are handled in between. */
export async function* loadAllSlots(pool: pg.Pool): AsyncGenerator<DeviceSlot[]> {
  const text = `${slotsText} where p.device_no > $2 order by p.device_no limit $3`
  for (let after = 0; ; ) {
    const { rows } = await pool.query<SlotRow>(text, [presentSince(), after, slotsAtOnce])
    const now = Date.now()
    yield rows.map((row) => slotOf(row, now))
    if (rows.length < slotsAtOnce) return
    after = rows.at(-1)!.device_no
  }
}

/** The same for some devices. */
export async function loadSlots(pool: pg.Pool, now: number, ids: readonly string[]): Promise<DeviceSlot[]> {
  const { rows } = await pool.query<SlotRow>(`${slotsText} where p.device_id = any ($2)`, [presentSince(), ids])
  return rows.map((row) => slotOf(row, now))
}

function slotOf(row: SlotRow, now: number): DeviceSlot {
  const baseline = usableBaseline(row)
  const place = {
    no: row.device_no,
    id: row.device_id,
    clinicId: row.clinic_id,
    clinicNo: row.clinic_no,
    residentId: row.resident_id,
    residentSince: row.since_ms,
    firstMinute: row.first_minute_ms,
    topicPrefix: row.topic_prefix,
  }
  const slot = emptySlot(place, baseline)
  // A reading from before the resident came is not theirs.
  const theirs = row.ts_ms !== null && (row.since_ms === null || row.ts_ms >= row.since_ms)
  slot.online = row.online ?? false
  slot.seenAt = row.seen_ms ?? 0
  slot.episode = { ...noEpisode, low: row.low, high: row.high } satisfies EpisodeState
  if (!theirs) return slot
  slot.ts = row.ts_ms
  slot.rr = row.rr
  slot.minutes = (row.minutes ?? []).map(minuteSums)
  if (slot.online) {
    slot.dist = row.dist
    slot.lastMinute = (row.valid && lastMinuteOf([minuteSums(row.valid)])) ?? emptyLastMinute
  }
  slot.score = scoreAt(slot, now)
  return slot
}

/** Columns of a minute, in the order of both SQL texts. */
export function minuteSums(row: readonly (number | null)[]): MinuteSums {
  const [minute, n, nRr, sumRr, minRr, maxRr, nDist, sumDist, nPresence] = row
  return {
    minute: minute!,
    n: n!,
    nRr: nRr!,
    sumRr: sumRr!,
    minRr: minRr ?? null,
    maxRr: maxRr ?? null,
    nDist: nDist!,
    sumDist: sumDist!,
    nPresence: nPresence!,
  }
}

const usableBaseline = (row: {
  median: number | null
  mad: number | null
  baseline_minutes: number | null
}): Baseline =>
  row.median !== null && row.mad !== null && (row.baseline_minutes ?? 0) >= baselineMinimumMinutes
    ? { median: row.median, mad: row.mad }
    : defaultBaseline

/**
 * Recomputes baselines that are due: a full one every six hours; every minute while it has less than 24 h of data or
 * late minutes arrive. Several nodes share the work.
 * @param late ids of devices that delivered old minutes
 * @param limit residents at most
 * @returns ids of the devices whose baseline changed
 */
export async function refreshBaselines(
  pool: pg.Pool,
  { late, limit }: { late: readonly string[]; limit: number },
): Promise<{ device_id: string; baseline: Baseline }[]> {
  const { rows } = await pool.query<{ device_id: string; median: number; mad: number; baseline_minutes: number }>(
    `with due as (
      select p.resident_id, p.device_id from device_places p
      left join baselines b on b.resident_id = p.resident_id
      where p.resident_id is not null and (b.computed_at is null
        or b.computed_at < now() - case when b.minutes >= $2 and p.device_id <> all ($4) then interval '6 hours' else interval '55 seconds' end)
      order by b.computed_at nulls first limit $1
    ), usual as (
      select d.resident_id, d.device_id, x.median, x.minutes,
        (select percentile_cont(0.5) within group (order by abs(v - x.median)) from unnest(x.averages) v) as mad
      from due d cross join lateral (
        select percentile_cont(0.5) within group (order by average) as median, count(*)::int as minutes, array_agg(average) as averages
        from (select sum_rr / n_rr as average from resident_minutes m
          where m.resident_id = d.resident_id and m.n_rr > 0 and m.minute >= $3::timestamptz) a
      ) x
    )
    insert into baselines as b (resident_id, median, mad, minutes, computed_at)
    select u.resident_id, coalesce(u.median, 0), coalesce(u.mad, 0), u.minutes, now() from usual u
    join resident_places r using (resident_id)
    on conflict (resident_id) do update set median = excluded.median, mad = excluded.mad, minutes = excluded.minutes, computed_at = excluded.computed_at
    returning (select device_id from due where due.resident_id = b.resident_id) as device_id, b.median, b.mad, b.minutes as baseline_minutes`,
    // A constant for the planner, so that only the partitions of these days are read.
    [limit, baselineMinimumMinutes, Temporal.Now.instant().subtract({ hours: 24 * baselineDays }), late],
  )
  return rows.map((row) => ({ device_id: row.device_id, baseline: usableBaseline(row) }))
}

/** Baselines computed within the last `ms` ms, by any node. */
export async function selectFreshBaselines(
  pool: pg.Pool,
  ms: number,
): Promise<{ device_id: string; baseline: Baseline }[]> {
  const { rows } = await pool.query<{ device_id: string; median: number; mad: number; baseline_minutes: number }>(
    `select p.device_id, b.median, b.mad, b.minutes as baseline_minutes
     from baselines b join device_places p using (resident_id)
     where b.computed_at > now() - $1 * interval '1 millisecond'`,
    [ms],
  )
  return rows.map((row) => ({ device_id: row.device_id, baseline: usableBaseline(row) }))
}

/**
 * The ten newest minutes of some devices, for slots that lack what other nodes stored: device_no, then the columns of
 * `minuteSums`.
 */
export async function selectRings(client: pg.ClientBase, deviceNos: readonly number[]): Promise<(number | null)[][]> {
  const { rows } = await client.query<(number | null)[]>({
    text: `select m.device_no, extract(epoch from m.minute)::float8 * 1000, m.n, m.n_rr, m.sum_rr, m.min_rr, m.max_rr,
        m.n_dist, m.sum_dist, m.n_presence
      from latest l
      join minutes m on m.device_no = l.device_no and m.minute > $2
        and m.minute > date_trunc('minute', l.ts) - interval '10 minutes' and m.minute <= l.ts
      where l.device_no = any ($1)`,
    rowMode: 'array',
    values: [deviceNos, presentSince()],
  })
  return rows
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
    let graph = graphs.get(resident_id)
    if (!graph) {
      graph = new Array<number | null>(graphMinutes).fill(null)
      graphs.set(resident_id, graph)
    }
    if (at >= 0 && at < graphMinutes) graph[at] = average
  }
  return graphs
}
