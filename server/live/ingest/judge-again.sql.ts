import type { NotificationMessage } from '@eupnea/contract/live.ts'
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

/** Somebody has taken care of it as what it is now. */
const isHandled = `coalesce(greatest(n.acknowledged_at, n.snoozed_at) > coalesce(n.worse_late_at, '-infinity'), false)`

/**
 * What began or grew worse in readings that came too late for it to be sent, and goes on now that they are of now (WA-8).
 * It is sent from here on, unless somebody has acknowledged or snoozed it as what it has become: what was told before
 * asks again by itself, what was not waits until that is over.
 * @param since a newest reading from then on is of now, ms since the epoch
 */
export async function takeCaughtUp(pool: pg.Pool, since: number): Promise<CaughtUp[]> {
  const { rows } = await pool.query<CaughtUp>(
    `with due as (
      select n.id, ${isHandled} as is_handled, e.id as episode_id, d.no, d.id as device_id, e.rr
      from notifications n join listed_notifications l on l.id = n.id join episodes e on e.id = n.episode_id
      join devices d on d.id = e.device_id join latest t on t.device_no = d.no
      where e.ended_at is null and (n.is_late or n.worse_late_at is not null) and t.ts > $1
        and (not ${isHandled} or (n.is_late and l.state = 'open'))
      -- What changed while it waited is looked at again.
      for update of e, n
    ), current as (
      update episodes e set is_late = false from due where e.id = due.episode_id
    ), unseen as (
      delete from notification_views v using due where v.notification_id = due.id and not due.is_handled
    )
    update notifications n set is_late = false, worse_late_at = null, worse_at = now(),
      acknowledged_at = case when ${isHandled} then n.acknowledged_at end,
      acknowledged_by = case when ${isHandled} then n.acknowledged_by end,
      acknowledged_name = case when ${isHandled} then n.acknowledged_name end,
      snoozed_until = case when ${isHandled} then n.snoozed_until end,
      snoozed_by = case when ${isHandled} then n.snoozed_by end,
      snoozed_name = case when ${isHandled} then n.snoozed_name end
    from due where n.id = due.id
    returning due.no as "deviceNo", due.device_id, n.patient_id, n.id, n.title, n.description, due.rr, n.severity, n.kind`,
    [instant(since)],
  )
  return rows
}

export interface CaughtUp extends Omit<NotificationMessage, 'action' | 'is_late'> {
  readonly deviceNo: number
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
