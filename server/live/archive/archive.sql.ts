import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Ctx } from '../../platform/context.ts'
import type { Kind } from './columns.ts'

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
  readonly kind: Kind
  /** UTC; of minutes, the first of their month */
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

export const instant = (ms: number): string => new Date(ms).toISOString()
export const columnsOfFile = `id, kind, day, device_no, clinic_no, rows, in_db, digest, erased,
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

export const msOf = (name: string): string => `round(extract(epoch from ${name}) * 1000)::float8`
export const tsOf = `${msOf('ts')} as ts`
export const within = 'device_no = $1 and ts >= $2 and ts < $3'
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

/** Call first in a transaction that stores readings of closed days (`db/definitions/archive.sql`). */
export const holdArchive = (ask: Ask): Promise<unknown[]> => ask('select hold_archive()', [])

/** Call before a file is fetched within a transaction: that may take longer than it may stand still (`withCtx`). */
export const mayWaitForFile = (ask: Ask): Promise<unknown[]> =>
  ask(`select set_config('idle_in_transaction_session_timeout', '1min', true)`, [])

/** Files with minutes of these devices from then on, oldest first. */
export const selectMinuteFiles = (
  ask: Ask,
  deviceNos: readonly number[],
  since: number,
  until: number,
): Promise<ArchiveFile[]> =>
  ask(
    `select ${columnsOfFile} from current_archive_files
     where kind = 'minutes' and device_no = any ($1::int4[]) and first_ts < $3 and last_ts >= $2 order by day, first_ts`,
    [deviceNos, instant(since), instant(until)],
  )

/** Where the database's minutes begin, ms: older ones are in files. It stays so until the transaction ends. */
export const holdOldMinutes = async (ask: Ask): Promise<number> =>
  (await ask<{ ms: number | null }>('select extract(epoch from hold_old_minutes())::float8 * 1000 as ms', []))[0]!.ms ??
  Number.NEGATIVE_INFINITY

interface Gap {
  /** index of the stretch */
  readonly index: number
  /** ms */
  readonly since: number
  readonly until: number
}

/** What of the stretches no row of `hours` covers. @param byMinute nor the minutes that such a row knows of */
export const selectGaps = (ask: Ask, stretches: readonly Stretch[], byMinute: boolean): Promise<Gap[]> =>
  ask(
    `select (span - 1)::int as index, extract(epoch from since)::float8 * 1000 as since,
       extract(epoch from until)::float8 * 1000 as until
     from minute_gaps($1::int4[], $2::timestamptz[], $3::timestamptz[], $4)`,
    [
      stretches.map(({ device_no }) => device_no),
      stretches.map(({ since }) => instant(since)),
      stretches.map(({ until }) => instant(until)),
      byMinute,
    ],
  )

/** Everything of these devices goes. */
export const removeFilesOfDevices = (ask: Ask, deviceNos: readonly number[]): Promise<unknown[]> =>
  ask(
    `update archive_files set state = 'removed', changed_at = now()
     where device_no = any ($1::int4[]) and state <> 'removed'`,
    [deviceNos],
  )
