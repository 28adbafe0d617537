import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'
import type pg from 'pg'
import { minuteColumns, minuteSums } from '../state/minutes.sql.ts'

/** What a bed is watched again by: its readings and minutes, and what was raised of it. */

const instant = (ms: number): string => new Date(ms).toISOString()

/** Minutes of a device whose readings came late. */
export interface LateMinutes {
  readonly deviceNo: number
  /** ms since the epoch */
  readonly from: number
  /** newest reading of the device, ms since the epoch */
  readonly until: number
  /** how often readings of it came late */
  readonly count: number
}

/** Those noticed at least `ms` ms ago: more may have come with them. */
export async function selectLate(pool: pg.Pool, ms: number): Promise<LateMinutes[]> {
  const { rows } = await pool.query<LateMinutes>(
    `select w.device_no as "deviceNo", extract(epoch from w.late_from)::float8 * 1000 as from,
       extract(epoch from l.ts)::float8 * 1000 as until, w.late_count as count
     from watch_checkpoints w join latest l using (device_no)
     where w.late_at < now() - $1 * interval '1 millisecond' order by w.late_at`,
    [ms],
  )
  return rows
}

/** They are judged, unless more has come late meanwhile. */
export async function settleLate(client: pg.ClientBase, { deviceNo, count }: LateMinutes): Promise<void> {
  await client.query(
    `update watch_checkpoints set late_from = null, late_at = null where device_no = $1 and late_count = $2`,
    [deviceNo, count],
  )
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
    severity: string
    raised_ms: number
    ended_ms: number | null
  }>(
    `select kind, direction, severity, extract(epoch from raised_at)::float8 * 1000 as raised_ms,
       extract(epoch from ended_at)::float8 * 1000 as ended_ms
     from episodes where resident_id = $1 and (ended_at is null or ended_at >= $2)`,
    [residentId, since],
  )
  return rows
}
