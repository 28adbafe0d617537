import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { createMemoryStore, startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { createPool } from '../../platform/database.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { createLog } from '../../platform/log.ts'
import type { Route } from '../../platform/route.ts'
import { type Ask, askOf, type StoredReading } from './archive.sql.ts'
import { readOldMinutesFrom } from './old-minutes.ts'
import { type Archive, createArchive } from './read-archive.ts'
import { type ArchiveWork, archiveDays } from './write-archive.ts'

/** A portal with days to archive, and a store in memory. */
export interface Depot {
  readonly http: TestHttp
  readonly store: FileStore & { readonly files: ReadonlyMap<string, Buffer> }
  readonly archive: Archive
  /** sees every clinic */
  readonly pool: pg.Pool
  readonly ask: Ask
  /** warnings of the archiver */
  readonly warnings: string[]
  readonly work: ArchiveWork
  addDevice(clinic_id: string): Promise<{ id: string; no: number }>
  /** as ingest stores them */
  write(device_no: number, readings: readonly Partial<StoredReading>[]): Promise<void>
  /** What is read of a device, of all days. */
  read(device_no: number): Promise<StoredReading[]>
  inDatabase(device_no: number): Promise<number>
  /** Archives everything that is over and lets it leave the database. */
  archiveAll(): Promise<void>
  close(): Promise<void>
}

/** Days ago, UTC, at an hour; ms since the epoch. */
export const daysAgo = (days: number, hours = 0): number =>
  Math.floor(Date.now() / 86_400_000 - days) * 86_400_000 + hours * 3_600_000

export async function openDepot(routesOf: (archive: Archive) => readonly Route[] = () => []): Promise<Depot> {
  const store = createMemoryStore()
  const archive = createArchive(store, createLog('silent'))
  const http = await startTestHttp(routesOf(archive))
  readOldMinutesFrom(archive, http.databases)
  const pool = createPool(http.connections.work, { name: 'archive', max: 2, settings: { 'app.scope': 'all' } })
  const { owner } = http
  await sql`select keep_partitions(current_date - 60, current_date + 1, current_date - 400, current_date - 400)`.execute(
    owner,
  )
  const warnings: string[] = []
  const work: ArchiveWork = {
    ...{ pool, store, afterDays: 1, retention: { readingsDays: 400, minutesDays: 3_660 }, settledSeconds: 0, rest: 0 },
    isStopping: () => false,
    warn: (reason) => void warnings.push(reason),
  }
  const ask = askOf(pool)
  return {
    ...{ http, store, archive, pool, ask, warnings, work },
    async addDevice(clinic_id) {
      const uid = randomUUID()
      return owner
        .insertInto('devices')
        .values({ uid, name: uid, tz: 'UTC', clinic_id, key_hash: Buffer.alloc(32) })
        .returning(['id', 'no'])
        .executeTakeFirstOrThrow()
    },
    async write(device_no, readings) {
      const column = (name: keyof StoredReading) => readings.map((reading) => reading[name] ?? null)
      await sql`insert into readings (device_no, clinic_no, ts, rr, dist, is_dist_absent, is_moving)
        select ${device_no}, coalesce((select c.no from devices d join clinics c on c.id = d.clinic_id where d.no = ${device_no}), 0),
          timestamptz 'epoch' + ms * interval '1 millisecond', rr, dist, absent, moving
        from unnest(${column('ts')}::float8[], ${column('rr')}::real[], ${column('dist')}::real[],
          ${column('is_dist_absent')}::bool[], ${column('is_moving')}::bool[]) t (ms, rr, dist, absent, moving)`.execute(
        owner,
      )
    },
    read: (device_no) =>
      archive.open(ask).select({ device_no, since: 0, until: Date.now() }, { offset: 0, limit: 1_000_000 }),
    async inDatabase(device_no) {
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from readings where device_no = ${device_no})::int as n`.execute(owner)
      return rows[0]!.n
    },
    archiveAll: () => archiveDays(work),
    async close() {
      await pool.end()
      await http.close()
    },
  }
}

/** Readings a second apart, as a sensor sends them: some without a rate, some without a distance. */
export const readingsFrom = (first: number, count: number, everyMs = 1_000): StoredReading[] =>
  Array.from({ length: count }, (_, index) => ({
    ts: first + index * everyMs,
    rr: index % 7 === 3 ? null : 12 + (index % 80) / 10,
    dist: index % 11 === 5 ? null : 0.6 + (index % 40) / 100,
    is_dist_absent: index % 11 === 5 ? (index % 2 === 0 ? true : null) : null,
    is_moving: index % 21 === 3 ? true : null,
  }))
