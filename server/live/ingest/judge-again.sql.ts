import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'
import type pg from 'pg'
import type { WatchReading } from '../bed/watch.ts'
import { minuteColumns, minuteSums } from '../state/state.sql.ts'

/** What a bed is watched again by: its readings and minutes, and what was raised of it. */

const instant = (ms: number): string => new Date(ms).toISOString()

/** Readings in (after, until], oldest first. */
export async function selectReadings(
  pool: pg.Pool,
  deviceNo: number,
  after: number,
  until: number,
  limit: number,
): Promise<WatchReading[]> {
  const { rows } = await pool.query<[number, number | null, number | null, boolean | null]>({
    text: `select extract(epoch from ts)::float8 * 1000, rr, dist, is_dist_absent from readings
      where device_no = $1 and ts > $2 and ts <= $3 order by ts limit $4`,
    rowMode: 'array',
    values: [deviceNo, instant(after), instant(until), limit],
  })
  return rows.map(([ms, rr, dist, isAbsent]) => ({ ms, rr, dist: isAbsent ? undefined : dist }))
}

/** Minutes in [from, until], oldest first. */
export async function selectMinutes(
  pool: pg.Pool,
  deviceNo: number,
  from: number,
  until: number,
): Promise<MinuteSums[]> {
  const { rows } = await pool.query<(number | null)[]>({
    text: `select ${minuteColumns} from minutes where device_no = $1 and minute >= $2 and minute <= $3 order by minute`,
    rowMode: 'array',
    values: [deviceNo, instant(from), instant(until)],
  })
  return rows.map(minuteSums)
}

/** What was raised of a resident and had not ended before an instant. */
export async function selectEpisodesSince(pool: pg.Pool, residentId: string, since: string) {
  const { rows } = await pool.query<{
    kind: string
    direction: string | null
    raised_ms: number
    ended_ms: number | null
  }>(
    `select kind, direction, extract(epoch from raised_at)::float8 * 1000 as raised_ms,
       extract(epoch from ended_at)::float8 * 1000 as ended_ms
     from episodes where resident_id = $1 and (ended_at is null or ended_at >= $2)`,
    [residentId, since],
  )
  return rows
}
