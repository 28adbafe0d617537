import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Ctx } from '../../platform/context.ts'
import type { Columns, Kind, ReadingColumns, WaveColumns } from './columns.ts'

/** Table of this folder: archive_files. Reads the views stored_readings and stored_waves. */

/** Runs a statement, in a call's transaction or on a connection that sees every clinic. */
export type Ask = <T>(text: string, values: readonly unknown[]) => Promise<T[]>

export const askIn =
  ({ db }: Pick<Ctx, 'db'>): Ask =>
  async <T>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as T[]

export const askOf =
  (client: Pick<pg.ClientBase | pg.Pool, 'query'>): Ask =>
  async <T>(text: string, values: readonly unknown[]) =>
    (await client.query(text, [...values])).rows as T[]

export interface ArchiveFile {
  readonly id: string
  /** UTC */
  readonly day: string
  readonly device_no: number
  readonly clinic_no: number
  readonly rows: number
  /** rows of it that the database still had when it was written */
  readonly in_db: number
  /** ms since the epoch */
  readonly first: number
  readonly last: number
  readonly digest: Buffer
  /** what nobody may read any more: [from, until) in turn, ms since the epoch */
  readonly erased: readonly number[]
}

/** A part of one device's data: [since, until), ms since the epoch. */
export interface Stretch {
  readonly device_no: number
  readonly since: number
  readonly until: number
}

const instant = (ms: number): string => new Date(ms).toISOString()
const dayStart = (day: string): string => `${day}T00:00:00Z`
const dayEnd = (day: string): string => instant(Date.parse(dayStart(day)) + 86_400_000)

const columnsOfFile = `id, day, device_no, clinic_no, rows, in_db, digest, erased,
  extract(epoch from first_ts)::float8 * 1000 as first, extract(epoch from last_ts)::float8 * 1000 as last`

/** Files with readings of a stretch, oldest first. */
export const selectFiles = (ask: Ask, { device_no, since, until }: Stretch): Promise<ArchiveFile[]> =>
  ask(
    `select ${columnsOfFile} from current_archive_files
     where device_no = $1 and kind = 'readings' and day between $2::timestamptz::date and $3::timestamptz::date
       and first_ts < $3 and last_ts >= $2
     order by day, first_ts`,
    [device_no, instant(since), instant(until)],
  )

/** Files with readings of these devices and days, of whichever clinic. */
export const selectFilesOfDays = (
  ask: Ask,
  deviceNos: readonly number[],
  days: readonly string[],
): Promise<ArchiveFile[]> =>
  ask(
    `select ${columnsOfFile} from current_archive_files
     where kind = 'readings' and (device_no, day) in (select * from unnest($1::int4[], $2::date[])) order by id`,
    [deviceNos, days],
  )

/** The newest file of a device in which something is at or after `since` and before `until`. */
export const selectNewestFile = async (ask: Ask, stretch: Stretch): Promise<ArchiveFile | undefined> =>
  (
    await ask<ArchiveFile>(
      `select ${columnsOfFile} from current_archive_files
       where device_no = $1 and kind = 'readings' and last_ts >= $2 and first_ts < $3 order by day desc, last_ts desc limit 1`,
      [stretch.device_no, instant(stretch.since), instant(stretch.until)],
    )
  )[0]

export interface StoredReading {
  /** ms since the epoch */
  readonly ts: number
  readonly rr: number | null
  readonly dist: number | null
  readonly is_dist_absent: boolean | null
  readonly is_moving: boolean | null
}

const tsOf = 'round(extract(epoch from ts) * 1000)::float8 as ts'
const within = 'device_no = $1 and ts >= $2 and ts < $3'
const valuesOf = ({ device_no, since, until }: Stretch): unknown[] => [device_no, instant(since), instant(until)]

/** Readings that are in the database, oldest first. */
export const selectStored = (
  ask: Ask,
  stretch: Stretch,
  page: { offset: number; limit: number | null } = { offset: 0, limit: null },
): Promise<StoredReading[]> =>
  ask(
    `select ${tsOf}, rr, dist, is_dist_absent, is_moving from stored_readings r where ${within} order by r.ts offset $4 limit $5`,
    [...valuesOf(stretch), page.offset, page.limit],
  )

export const selectNewestStored = (ask: Ask, stretch: Stretch, limit: number): Promise<StoredReading[]> =>
  ask(
    `select ${tsOf}, rr, dist, is_dist_absent, is_moving from stored_readings r where ${within} order by r.ts desc limit $4`,
    [...valuesOf(stretch), limit],
  )

export const countStored = async (ask: Ask, stretch: Stretch): Promise<number> =>
  (await ask<{ n: number }>(`select count(*)::int as n from stored_readings where ${within}`, valuesOf(stretch)))[0]!.n

/** Days with rows in the database that were over `days` days ago. */
export const selectDays = async (ask: Ask, days: number): Promise<string[]> =>
  (await ask<{ day: string }>('select archivable_days as day from archivable_days($1)', [days])).map(({ day }) => day)

/** What is to be written into a file, anew or for the first time. */
export interface Due {
  readonly kind: Kind
  readonly day: string
  readonly device_no: number
  readonly clinic_no: number
}

/** Devices whose rows of a day aren't all in their file, as far as can be told by their number. */
export async function selectDue(ask: Ask, kind: Kind, day: string): Promise<Due[]> {
  const found = await ask<Pick<Due, 'device_no' | 'clinic_no'>>(
    `select p.device_no, p.clinic_no
     from (select device_no, clinic_no, count(*) as n from stored_${kind} where ts >= $1 and ts < $2 group by 1, 2) p
     left join current_archive_files f
       on f.device_no = p.device_no and f.clinic_no = p.clinic_no and f.kind = $3 and f.day = $4
     where f.in_db is distinct from p.n order by 1, 2`,
    [dayStart(day), dayEnd(day), kind, day],
  )
  return found.map((one) => ({ kind, day, ...one }))
}

/** Files that hold something of erased people. */
export const selectErasedFiles = (ask: Ask): Promise<Due[]> =>
  ask(
    `select kind, day, device_no, clinic_no from archive_files where state = 'current' and erased <> '{}' order by id`,
    [],
  )

/** A file that is being written: what it is made of. */
export interface Draft {
  readonly id: string
  readonly old: ArchiveFile | undefined
  /** rows of the database */
  readonly stored: Columns
}

/** Announces a file and reads what goes into it; people can't be erased until the transaction ends. */
export async function beginFile(ask: Ask, due: Due): Promise<Draft> {
  const { kind, day, device_no, clinic_no } = due
  await ask('select hold_archive()', [])
  const [pending] = await ask<{ id: string }>(
    'insert into archive_files (kind, day, device_no, clinic_no) values ($1, $2, $3, $4) returning id',
    [kind, day, device_no, clinic_no],
  )
  const [old] = await ask<ArchiveFile>(
    `select ${columnsOfFile} from current_archive_files
     where kind = $1 and day = $2 and device_no = $3 and clinic_no = $4`,
    [kind, day, device_no, clinic_no],
  )
  const range = [device_no, dayStart(day), dayEnd(day), clinic_no]
  const where = `${within} and clinic_no = $4 order by r.ts`
  const stored =
    kind === 'readings'
      ? readingColumns(
          await ask(`select ${tsOf}, rr, dist, is_dist_absent, is_moving from stored_readings r where ${where}`, range),
        )
      : waveColumns(await ask(`select ${tsOf}, hz, samples from stored_waves r where ${where}`, range))
  return { id: pending!.id, old, stored }
}

function readingColumns(rows: readonly StoredReading[]): ReadingColumns {
  return {
    kind: 'readings',
    ts: Float64Array.from(rows, ({ ts }) => ts),
    rr: Float32Array.from(rows, ({ rr }) => rr ?? Number.NaN),
    dist: Float32Array.from(rows, ({ dist }) => dist ?? Number.NaN),
    absent: Int8Array.from(rows, ({ is_dist_absent: is }) => (is === null ? -1 : Number(is))),
    moving: Int8Array.from(rows, ({ is_moving: is }) => (is === null ? -1 : Number(is))),
  }
}

const waveColumns = (rows: readonly { ts: number; hz: number; samples: Buffer }[]): WaveColumns => ({
  kind: 'waves',
  ts: Float64Array.from(rows, ({ ts }) => ts),
  hz: Float32Array.from(rows, ({ hz }) => hz),
  samples: rows.map(({ samples }) => samples),
})

export interface Written {
  readonly rows: number
  readonly in_db: number
  readonly first: number
  readonly last: number
  readonly bytes: number
  readonly digest: Buffer
}

/** From now on it is read instead of the one before. @returns false when it was taken away meanwhile */
export async function keepFile(ask: Ask, due: Due, id: string, written: Written): Promise<boolean> {
  await removeCurrent(ask, due)
  const kept = await ask(
    `update archive_files set state = 'current', changed_at = now(), rows = $2, first_ts = $3, last_ts = $4,
       bytes = $5, digest = $6, in_db = case in_db when -1 then -1 else $7 end
     where id = $1 and state = 'pending' returning id`,
    [id, written.rows, instant(written.first), instant(written.last), written.bytes, written.digest, written.in_db],
  )
  return kept.length === 1
}

/** Takes a file away of which nothing is left. */
export async function dropFile(ask: Ask, due: Due, id: string): Promise<void> {
  await removeCurrent(ask, due)
  await removeFile(ask, id)
}

const removeCurrent = (ask: Ask, { kind, day, device_no, clinic_no }: Due): Promise<unknown[]> =>
  ask(
    `update archive_files set state = 'removed', changed_at = now()
     where state = 'current' and kind = $1 and day = $2 and device_no = $3 and clinic_no = $4`,
    [kind, day, device_no, clinic_no],
  )

export const removeFile = (ask: Ask, id: string): Promise<unknown[]> =>
  ask(`update archive_files set state = 'removed', changed_at = now() where id = $1`, [id])

/** @param settled how long its files must have been there, s @returns false when something of it is in no file */
export const releaseDay = async (ask: Ask, day: string, settled: number): Promise<boolean> =>
  (await ask<{ done: boolean }>(`select release_day($1, $2 * interval '1 second') as done`, [day, settled]))[0]!.done

export const dropReleasedDays = (ask: Ask): Promise<unknown[]> => ask('select drop_released_days()', [])

/** Takes away what is older than the retention, but nothing of the last 30 days, and what was never finished. */
export async function removeOldFiles(ask: Ask, days: number): Promise<void> {
  await ask(
    `update archive_files set state = 'removed', changed_at = now()
     where state = 'current' and day < current_date - greatest($1::int, 30)`,
    [days],
  )
  await ask(
    `update archive_files set state = 'removed', changed_at = now()
     where state = 'pending' and changed_at < now() - interval '1 hour'`,
    [],
  )
}

/** Files that nobody can be reading any more; none while a backup may want them. */
export async function selectRemoved(ask: Ask, settled: number): Promise<string[]> {
  const [lock] = await ask<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('archive_backup')) as taken`,
    [],
  )
  if (!lock!.taken) return []
  const rows = await ask<{ id: string }>(
    `select id from archive_files where state = 'removed' and changed_at < now() - $1 * interval '1 second'
     order by changed_at limit 200`,
    [settled],
  )
  return rows.map(({ id }) => id)
}

export const deleteFiles = (ask: Ask, ids: readonly string[]): Promise<unknown[]> =>
  ask('delete from archive_files where id = any ($1)', [ids])

/** Call first in a transaction that stores readings of closed days (`db/definitions/archive.sql`). */
export const holdArchive = (ask: Ask): Promise<unknown[]> => ask('select hold_archive()', [])

/** Everything of these devices goes. */
export const removeFilesOfDevices = (ask: Ask, deviceNos: readonly number[]): Promise<unknown[]> =>
  ask(
    `update archive_files set state = 'removed', changed_at = now()
     where device_no = any ($1::int4[]) and state <> 'removed'`,
    [deviceNos],
  )

export async function inTransaction<T>(pool: pg.Pool, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('begin')
    const result = await work(askOf(client))
    await client.query('commit')
    isBroken = false
    return result
  } finally {
    // Closes the connection with its transaction if that wasn't committed.
    client.release(isBroken)
  }
}
