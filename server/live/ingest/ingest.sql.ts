import type { Wave } from '@eupnea/contract/live.ts'
import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Ctx } from '../../platform/context.ts'
import { askIn, removeFilesOfDevices } from '../archive/index.ts'
import { joinedSums, minuteColumns, sumColumns, sumsOfReadings } from '../state/minutes.sql.ts'
import { column, rareColumn } from './column.ts'

/**
 * Tables of this folder: readings, waves, minutes, closed_minutes, latest, presence, episodes, notifications. The hot
 * path is plain SQL on `pg`: one statement per batch, with columns as array literals, because PostgreSQL parses those
 * faster than the driver serialises lists.
 */

/** One reading on its way to the database. `ms` is ts in ms since the epoch. */
export interface ReadingRow {
  readonly deviceNo: number
  readonly clinicNo: number
  readonly ms: number
  readonly rr: number | null
  readonly dist: number | null
  /** true: it says nothing of who is there; false: somebody is, at an unknown distance (WA-9) */
  readonly isDistAbsent: boolean | null
  /** true: the rate is null because the wave shows movement (WA-2) */
  readonly isMoving: boolean | null
  readonly wave?: Wave
}

/**
 * Skipping the duplicate check saves a quarter of the statement's time, and so does adding up what came instead of what
 * the insert returns. to_timestamp is exact for whole milliseconds.
 */
const storeText = (areNew: boolean) => `
with input as materialized (
  select device_no, clinic_no, to_timestamp(ms / 1000) as ts, rr, dist, is_dist_absent, is_moving, place
  from unnest($1::int4[], $2::int4[], $3::float8[], $4::real[], $5::real[], $8::bool[], $11::bool[])
    with ordinality t (device_no, clinic_no, ms, rr, dist, is_dist_absent, is_moving, place)
), kept as (
  insert into readings (device_no, clinic_no, ts, rr, dist, is_dist_absent, is_moving)
  select device_no, clinic_no, ts, rr, dist, is_dist_absent, is_moving from input order by device_no, ts, place
  ${areNew ? '' : 'on conflict do nothing returning device_no, clinic_no, ts, rr, dist, is_dist_absent'}
), sums (device_no, clinic_no, minute, ${sumColumns}) as materialized (
  select device_no, max(clinic_no), date_bin('1 minute', ts, 'epoch') as minute, ${sumsOfReadings}
  from (
    select kept.*, case when dist is null then is_dist_absent = false or (rr is not null and is_dist_absent)
      else dist between 0 and coalesce(range, $6) end as is_there
    from ${areNew ? 'input' : 'kept'} kept left join unnest($9::int4[], $10::real[]) r (no, range) on no = device_no
  ) k
  group by device_no, minute
), late_hours as materialized (
  -- Computed first: under row-level security, PostgreSQL doesn't use the index for a computed value.
  select distinct device_no, date_trunc('hour', minute) as hour from sums where minute < date_trunc('hour', now())
), late as (
  delete from hours h using late_hours s where h.device_no = s.device_no and h.hour = s.hour
), newest as (
  insert into latest as l (device_no, clinic_no, ts, rr, dist, seen_at)
  select device_no, clinic_no, ts, rr, dist, clock_timestamp() from input join unnest($12::int4[]) n (place) using (place)
  order by device_no
  on conflict (device_no) do update set seen_at = excluded.seen_at, clinic_no = excluded.clinic_no,
    ts = greatest(l.ts, excluded.ts),
    rr = case when excluded.ts > l.ts then excluded.rr else l.rr end,
    dist = case when excluded.ts > l.ts then excluded.dist else l.dist end
), connected as (
  insert into presence as p (device_no, online, changed_at)
  select no, true, now() from unnest($7::int4[]) no order by no
  on conflict (device_no) do update set online = true, changed_at = now() where not p.online
)
insert into minutes as m (device_no, clinic_no, minute, late_at, ${sumColumns})
select device_no, clinic_no, minute, case when minute < date_trunc('minute', now()) then now() end, ${sumColumns} from sums
order by device_no, minute
on conflict (device_no, minute) do update set ${joinedSums}, late_at = coalesce(excluded.late_at, m.late_at)
-- What a stuck sensor repeated counts for nothing, also when more of it comes (WA-4).
where m.n > 0
returning device_no, ${minuteColumns}`
const storeStatements = {
  new: { name: 'store-new-readings', text: storeText(true) },
  any: { name: 'store-readings', text: storeText(false) },
}

/** Places of each device's newest row, counted from 1: the first of several of one instant. */
function placesOfNewest(rows: readonly ReadingRow[]): number[] {
  const places = new Map<number, number>()
  for (const [at, { deviceNo, ms }] of rows.entries()) {
    const place = places.get(deviceNo)
    if (place === undefined || ms > rows[place - 1]!.ms) places.set(deviceNo, at + 1)
  }
  return [...places.values()]
}

/**
 * Stores a batch within the transaction of `client`: readings, minutes, newest values and presence. A reading that is
 * already stored changes nothing.
 * @param areNew as far as this node knows, none of the rows is stored yet
 * @param connected numbers of devices that were not known to be online
 * @returns the changed minutes as they are now: device_no, then the columns of `minuteSums`
 * @throws isRepeated(error) if some of `areNew` are stored nevertheless
 */
export async function storeReadings(
  client: pg.ClientBase,
  rows: readonly ReadingRow[],
  areNew: boolean,
  connected: readonly number[],
  ranges: ReadonlyMap<number, number>,
): Promise<(number | null)[][]> {
  const { rows: minutes } = await client.query<(number | null)[]>({
    ...storeStatements[areNew ? 'new' : 'any'],
    rowMode: 'array',
    values: [
      column('int4', rows, (row) => row.deviceNo),
      column('int4', rows, (row) => row.clinicNo),
      column('float8', rows, (row) => row.ms),
      column('real', rows, (row) => row.rr),
      column('real', rows, (row) => row.dist),
      defaultPresenceRange,
      column('int4', connected, (no) => no),
      rareColumn(rows, (row) => row.isDistAbsent),
      column('int4', [...ranges.keys()], (no) => no),
      column('real', [...ranges.values()], (range) => range),
      rareColumn(rows, (row) => row.isMoving),
      column('int4', placesOfNewest(rows), (place) => place),
    ],
  })
  return minutes
}

/** Waves of a device in (after, before), oldest first. */
export async function selectWaves(pool: pg.Pool, deviceNo: number, after: number, before: number) {
  const { rows } = await pool.query<{ ts: number; hz: number; samples: Buffer }>(
    `select extract(epoch from ts)::float8 * 1000 as ts, hz, samples from waves
     where device_no = $1 and ts > $2 and ts < $3 order by ts`,
    [deviceNo, new Date(after).toISOString(), new Date(before).toISOString()],
  )
  return rows.map(({ ts, hz, samples }) => ({ ts, hz, samples: floatsOf(samples) }))
}

/** As `storeWaves` stores them. */
const floatsOf = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i))

/** Stores the waves of a batch as float32, next to its readings. */
export async function storeWaves(client: pg.ClientBase, rows: readonly (ReadingRow & { wave: Wave })[]): Promise<void> {
  await client.query({
    name: 'store-waves',
    text: `insert into waves (device_no, clinic_no, ts, hz, samples)
      select device_no, clinic_no, timestamptz 'epoch' + ms * interval '1 millisecond', hz, samples
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::real[], $5::bytea[]) t (device_no, clinic_no, ms, hz, samples)
      on conflict do nothing`,
    values: [
      column('int4', rows, (row) => row.deviceNo),
      column('int4', rows, (row) => row.clinicNo),
      column('float8', rows, (row) => row.ms),
      column('real', rows, (row) => row.wave.hz),
      rows.map((row) => Buffer.from(Float32Array.from(row.wave.samples).buffer)),
    ],
  })
}

/** Call first in a transaction that stores readings of a past hour: see `db/definitions/measurements.sql`. */
export async function holdHours(client: pg.ClientBase): Promise<void> {
  await client.query('select hold_hours()')
}

/** Devices of which messages were refused, or readings came by a wrong clock, within the last `ms`, to any node. */
export async function selectDoubted(pool: pg.Pool, ms: number): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ device_id: string }>(
    `select device_id from malformed_messages where last_at > now() - $1 * interval '1 millisecond'
     union select g.device_id from signal_spans g join devices d on d.id = g.device_id join latest l on l.device_no = d.no
     where g.until is null and g.state = 'clock' and l.seen_at > now() - $1 * interval '1 millisecond'`,
    [ms],
  )
  return new Set(rows.map(({ device_id }) => device_id))
}

/** Counts new connections of devices. @returns each one's connection number, higher than any before */
export async function countConnections(
  pool: pg.Pool,
  deviceNos: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ device_no: number; connection: number }>(
    `insert into presence as p (device_no, online, changed_at, connection)
     select no, false, now(), 1 from unnest($1::int4[]) no order by no
     on conflict (device_no) do update set connection = p.connection + 1 returning device_no, connection`,
    [deviceNos],
  )
  return new Map(rows.map(({ device_no, connection }) => [device_no, connection]))
}

/**
 * Sets a device on- or offline; saying online again renews it.
 * @param connection that said so; null: it came through another broker
 * @returns false when an outdated connection says goodbye after the device has opened another one, here or elsewhere
 */
export async function storePresence(
  pool: pg.Pool,
  deviceNo: number,
  online: boolean,
  connection: number | null,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into presence as p (device_no, online, changed_at) values ($1, $2, now())
     on conflict (device_no) do update set online = excluded.online,
       changed_at = case when p.online or excluded.online then now() else p.changed_at end
     where excluded.online or $3::bigint is null or p.connection <= $3`,
    [deviceNo, online, connection],
  )
  return rowCount === 1
}

/** Keeps devices online that are alive but may stay silent. @param alive with the connection that proves it */
export async function storeAlive(
  pool: pg.Pool,
  alive: readonly { readonly no: number; readonly connection: number | null }[],
): Promise<void> {
  await pool.query(
    `update presence p set online = true, changed_at = now()
     from unnest($1::int4[], $2::bigint[]) l (device_no, connection)
     where p.device_no = l.device_no and (l.connection is null or p.connection <= l.connection)
       and (not p.online or p.changed_at < now() - interval '20 seconds')`,
    [alive.map(({ no }) => no), alive.map(({ connection }) => connection)],
  )
}

/**
 * Sets devices offline that were online and silent for `ms`; each is reported to only one node (LI-7). An ESPHome node
 * may be silent: whoever hears it keeps it online with `storeAlive`.
 */
export async function sweepSilent(pool: pg.Pool, ms: number): Promise<number[]> {
  const { rows } = await pool.query<{ device_no: number }>(
    // Locked in the same order as everywhere else, because many devices may be reconnecting right now.
    `with silent as (
       select p.device_no from presence p
       where p.online and p.changed_at < now() - $1 * interval '1 millisecond'
         and not exists (select from latest l where l.device_no = p.device_no and l.seen_at > now() - $1 * interval '1 millisecond')
       order by p.device_no for update
     )
     update presence p set online = false, changed_at = now() from silent s where p.device_no = s.device_no
     returning p.device_no`,
    [ms],
  )
  return rows.map((row) => row.device_no)
}

/** Deletes everything that removed devices of a demonstration facility measured. */
export async function removeDemoSamples({ db }: Ctx, clinic_id: string, deviceNos: readonly number[]): Promise<void> {
  await sql`select remove_demo_samples(${clinic_id}, ${deviceNos}::integer[])`.execute(db)
  await removeFilesOfDevices(askIn({ db }), deviceNos)
}

export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    broken = false
    return result
  } finally {
    // Closes the connection with its transaction if that wasn't committed.
    client.release(broken)
  }
}

/** Devices of which some of the rows are stored already. */
export async function selectRepeated(client: pg.ClientBase, rows: readonly ReadingRow[]): Promise<number[]> {
  const { rows: repeated } = await client.query<{ device_no: number }>(
    `with input as materialized (
       select device_no, timestamptz 'epoch' + ms * interval '1 millisecond' as ts
       from unnest($1::int4[], $2::float8[]) t (device_no, ms)
     )
     select distinct r.device_no from input i join readings r on r.device_no = i.device_no and r.ts = i.ts`,
    [column('int4', rows, (row) => row.deviceNo), column('float8', rows, (row) => row.ms)],
  )
  return repeated.map(({ device_no }) => device_no)
}

/** unique_violation of a partition of readings */
export const isRepeated = ({ code, table }: { code?: string; table?: string }): boolean =>
  code === '23505' && /^readings_/.test(table ?? '')
