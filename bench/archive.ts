import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { readOptions } from '../sensors/read-options.ts'
import { askOf, createArchive, openOldMinutes, readOldMinutesFrom } from '../server/live/archive/index.ts'
import { archiveDays } from '../server/live/archive/write-archive.ts'
import { withCtx } from '../server/platform/context.ts'
import { type Connection, createDatabase, createPool, type Database } from '../server/platform/database.ts'
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'
import { createLocalStore } from '../server/platform/file-store.ts'
import { createLog } from '../server/platform/log.ts'
import { migrate } from '../server/platform/migrate.ts'
import { measure } from './kit/history.ts'
import { cpuSecondsOf, loadAverage, watchMemory } from './kit/machine.ts'
import { goal, line, mb, ms } from './kit/numbers.ts'
import { simulatedDay } from './kit/simulated-day.ts'

/**
 * What a day of readings costs to keep and to read: as rows of the database, as it comes; in the archive; and packed by
 * hours into rows of the database, the other way that needs no library. A simulated sensor at a reading a second with
 * gaps. The last line is the ratio of bytes: rows by archive.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '20' },
    /** of which the time is worked out */
    house: { type: 'string', default: '500' },
  },
})
const devices = Number(values.devices)
const house = Number(values.house)
const day = Temporal.Now.plainDateISO('UTC').subtract({ days: 3 }).toString()
const begin = Date.parse(`${day}T00:00Z`)
const goals = { bytes: 2.5, p99: 100 }
/** of whom a month of minutes is simulated, which takes long */
const minuteDevices = 2
const anyOf = (count: number) => 1 + Math.floor(Math.random() * count)

async function fill(owner: Database): Promise<number> {
  await sql`select keep_partitions(${day}::date, ${day}::date, ${day}::date, ${day}::date)`.execute(owner)
  let total = 0
  // Second by second, all devices, as they are stored.
  const days = Array.from({ length: devices }, (_, index) => simulatedDay(index + 1, begin))
  for (let from = 0; from < 86_400; from += 600) {
    const rows = days.flatMap((readings, index) =>
      readings
        .filter(({ ts }) => ts >= begin + from * 1_000 && ts < begin + (from + 600) * 1_000)
        .map((reading) => ({ no: index + 1, ...reading })),
    )
    rows.sort((a, b) => a.ts - b.ts)
    total += rows.length
    await sql`insert into readings (device_no, clinic_no, ts, rr, dist)
      select no, 1, timestamptz 'epoch' + ms * interval '1 millisecond', rr, dist
      from unnest(${rows.map(({ no }) => no)}::int4[], ${rows.map(({ ts }) => ts)}::float8[],
        ${rows.map(({ rr }) => rr)}::real[], ${rows.map(({ dist }) => dist)}::real[]) t (no, ms, rr, dist)`.execute(
      owner,
    )
  }
  return total
}

async function bytesOf(owner: Database, like: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where relname like ${like} and relkind = 'r'`.execute(
    owner,
  )
  return rows[0]!.bytes
}

/** p50 and p99 of a device's day and hour, of a random device. */
async function reads(what: string, runs: number, read: (no: number, since: number, until: number) => Promise<unknown>) {
  const hour = () => begin + Math.floor(Math.random() * 23) * 3_600_000
  const ofDay = await measure(`  ${what}, a device's day`, runs, () => read(anyOf(devices), begin, begin + 86_400_000))
  const from = hour()
  await measure(`  ${what}, a device's hour`, runs, () => read(anyOf(devices), from, from + 3_600_000))
  return ofDay
}

/** One row an hour: arrays, compressed by the database. */
async function pack(owner: Database): Promise<void> {
  await sql`create table packed (device_no int4, clinic_no int4, hour timestamptz, ts int4[],
    rr int2[], dist int2[], primary key (device_no, hour))`.execute(owner)
  await sql`insert into packed
    select device_no, clinic_no, hour, array_agg(extract(milliseconds from ts - hour)::int4 + 60000 * extract(minute from ts)::int4 order by ts),
      array_agg((rr * 10)::int2 order by ts), array_agg((dist * 100)::int2 order by ts)
    from (select *, date_trunc('hour', ts) as hour from readings) r group by 1, 2, 3`.execute(owner)
}

async function compare(owner: Database, pool: pg.Pool, folder: string): Promise<number> {
  const readings = await fill(owner)
  await sql`vacuum analyze readings`.execute(owner)
  const inRows = (await bytesOf(owner, 'readings_2%')) / readings
  line(`${readings} readings of ${devices} devices, a day each`)
  line(`rows of the database: ${inRows.toFixed(2)} bytes a reading with their index`)
  const store = createLocalStore(folder)
  const log = createLog('error')
  const ask = askOf(pool)
  const select =
    (archive = createArchive(store, log)) =>
    (device_no: number, since: number, until: number) =>
      archive.open(ask).select({ device_no, since, until }, { offset: 0, limit: 100_000 })
  await reads('rows', 50, select())

  const started = performance.now()
  await pack(owner)
  const packing = (performance.now() - started) / devices
  const packed = (await bytesOf(owner, 'packed')) / readings
  line(`packed rows of the database: ${packed.toFixed(2)} bytes a reading, ${ms(packing)} a device-day to write`)
  await reads('packed', 50, (no, since, until) =>
    pool.query(`select hour, ts, rr, dist from packed where device_no = $1 and hour >= $2 and hour < $3 order by 1`, [
      no,
      new Date(since).toISOString(),
      new Date(until).toISOString(),
    ]),
  )

  const memory = watchMemory(process.pid)
  const cpu = cpuSecondsOf([process.pid])
  const from = performance.now()
  await archiveDays({
    ...{ pool, store, afterDays: 1, retention: { readingsDays: 400, minutesDays: 3_660 }, settledSeconds: 0, rest: 0 },
    isStopping: () => false,
    warn: (reason) => line(reason),
  })
  const took = (performance.now() - from) / devices
  const spent = ((cpuSecondsOf([process.pid]) - cpu) * 1_000) / devices
  const { rows } = await sql<{ bytes: number; left: number }>`select sum(bytes)::float8 as bytes,
    (select count(*)::int from readings) as left from archive_files where state = 'current'`.execute(owner)
  if (rows[0]!.left > 0) throw new Error('The day has not left the database')
  const archived = rows[0]!.bytes / readings
  line(
    `archive: ${archived.toFixed(2)} bytes a reading, ${ms(took)} a device-day to write, read back and compare (${ms(spent)} of this process)`,
  )
  line(
    `  a day of ${house} devices: ${((took * house) / 1_000).toFixed(0)} s of work a day, twice that with its rests; ${mb(memory())} with the database at most`,
  )
  const { p99 } = await reads('archive, cold', 100, (no, since, until) => select()(no, since, until))
  const warm = createArchive(store, log)
  await reads('archive, warm', 100, (_no, since, until) => select(warm)(1, since, until))
  line(goal(`${archived.toFixed(2)} bytes a reading (goal ${goals.bytes})`, archived <= goals.bytes))
  line(goal(`p99 ${ms(p99)} for a device's day (goal ${ms(goals.p99)})`, p99 <= goals.p99))
  line(
    `DuckDB isn't installed: where it was, 1.76 bytes a reading, 12 ms to write and 20 ms to read a device-day, and 70 MB more in node_modules`,
  )
  await compareMinutes(owner, pool, folder)
  return inRows / archived
}

/** A month of minutes as they are added up, and the sums of their hours, which stay in the database (AR-3). */
async function compareMinutes(owner: Database, pool: pg.Pool, folder: string): Promise<void> {
  const month = Temporal.Now.plainDateISO('UTC').subtract({ days: 440 }).with({ day: 1 })
  const from = month.toZonedDateTime('UTC').toInstant()
  const end = month.add({ months: 1 }).toZonedDateTime('UTC').toInstant()
  const text = { from: month.toString(), last: month.add({ months: 1 }).subtract({ days: 1 }).toString() }
  await sql`select keep_partitions(${text.from}::date, ${text.last}::date, ${day}::date, ${text.from}::date)`.execute(
    owner,
  )
  for (let no = 1; no <= minuteDevices; no++)
    for (let at = from.epochMilliseconds; at < end.epochMilliseconds; at += 86_400_000) {
      const readings = simulatedDay(no, at)
      await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
        select ${no}, 1, date_trunc('minute', timestamptz 'epoch' + ms * interval '1 millisecond'), count(*), count(rr),
          coalesce(sum(rr::float8), 0), min(rr), max(rr), count(dist), coalesce(sum(dist::float8), 0), count(dist)
        from unnest(${readings.map(({ ts }) => ts)}::float8[], ${readings.map(({ rr }) => rr)}::real[],
          ${readings.map(({ dist }) => dist)}::real[]) t (ms, rr, dist) group by 3`.execute(owner)
    }
  // Sums of hours, of as many devices as a page of the table needs to be filled.
  await sql`insert into hours (device_no, clinic_no, hour, n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr, sum_dist, heard, valid)
    select d, 1, h, 60, 60, 60, 60, 840.123, 12, 16, 48.1, 1, 1
    from generate_series(1, 50) d, generate_series(${from}::timestamptz, ${end}::timestamptz - interval '1 hour', interval '1 hour') h`.execute(
    owner,
  )
  const { rows: before } = await sql<{ minutes: number; hours: number }>`
    select (select count(*)::int from minutes) as minutes, (select count(*)::int from hours) as hours`.execute(owner)
  const { minutes, hours } = before[0]!
  const inRows = (await bytesOf(owner, 'minutes_2%')) / minutes
  const ofHours = (await bytesOf(owner, 'hours')) / hours / 60
  const store = createLocalStore(folder)
  const started = performance.now()
  await archiveDays({
    ...{ pool, store, afterDays: 1, retention: { readingsDays: 400, minutesDays: 3_660 }, settledSeconds: 0, rest: 0 },
    isStopping: () => false,
    warn: (reason) => line(reason),
  })
  const took = (performance.now() - started) / minuteDevices
  const { rows } = await sql<{ bytes: number; left: number }>`select sum(bytes)::float8 as bytes,
    (select count(*)::int from minutes) as left from archive_files where state = 'current' and kind = 'minutes'`.execute(
    owner,
  )
  if (rows[0]!.left > 0) throw new Error('The month has not left the database')
  const archived = rows[0]!.bytes / minutes
  line(`${minutes} minutes of ${minuteDevices} devices, a month each`)
  line(
    `minutes: ${inRows.toFixed(0)} bytes each as rows, ${archived.toFixed(2)} in the archive, ${ofHours.toFixed(2)} for the hours; ${ms(took)} a device-month to write, read back and compare`,
  )
  const database = createDatabase(pool)
  const origin = { database, actor: { type: 'job', name: 'bench' }, log: createLog('error') } as const
  const read = (archive: ReturnType<typeof createArchive>) => {
    readOldMinutesFrom(archive, { requests: database, identity: database, work: database })
    const span = { device_no: anyOf(minuteDevices), since: from, until: end }
    return withCtx(origin, async (ctx) => (await openOldMinutes(ctx, [span]))!.of(span))
  }
  await measure('  archive, cold, a device-month of minutes', 30, () => read(createArchive(store, origin.log)))
  const warm = createArchive(store, origin.log)
  await measure('  archive, warm, a device-month of minutes', 30, () => read(warm))
  const years = house * 1_440 * 3_653
  const newest = house * 1_440 * 400
  const left = ((years - newest) * archived + years * ofHours) / 1e9
  line(
    goal(
      `${left.toFixed(1)} GB for ten years of ${house} beds, with all sums of hours and without the minutes of the newest 400 days (goal 25)`,
      left <= 25,
    ),
  )
  line(`  the newest 400 days are ${((newest * inRows) / 1e9).toFixed(0)} GB of rows besides`)
}

line(`archive: ${devices} devices; load ${loadAverage()}`)
const folder = await mkdtemp(join(tmpdir(), 'eupnea-archive-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'd'), log: () => {} })
const connection = postgres.connection as Connection
const owner = createDatabase(createPool(connection, { name: 'owner', max: 2 }))
const pool = createPool(connection, { name: 'bench', max: 2, settings: { 'app.scope': 'all' } })
try {
  await migrate(connection, () => {})
  const ratio = await compare(owner, pool, folder)
  line(`load ${loadAverage()}`)
  line(`ratio ${ratio.toFixed(1)} (bytes of a reading as rows of the database / in the archive)`)
} finally {
  await pool.end()
  await owner.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
