import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askOf, createArchive, openOldMinutes, readOldMinutesFrom } from '../../server/live/archive/index.ts'
import { withCtx } from '../../server/platform/context.ts'
import { createDatabase, createPool, type Database } from '../../server/platform/database.ts'
import { createLocalStore } from '../../server/platform/file-store.ts'
import { createLog } from '../../server/platform/log.ts'
import { connectionsOf } from '../kit/connections.ts'
import { createTestDatabase } from '../kit/database.ts'
import { temporaryFolder } from '../kit/spawn-portal.ts'

/**
 * kill -9 of whoever archives, at whatever it is doing: no reading and no minute is lost or doubled (AR-1, AR-3).
 * `KILLS=100` kills more often.
 */

const kills = Number(process.env.KILLS || 12)
const devices = 4
const days = 6
const perDay = 4_000
/** A month that is over for 400 days, of which there are two days of minutes. */
const month = Temporal.Now.plainDateISO('UTC').subtract({ days: 440 }).with({ day: 1 })
const monthBegin = month.toZonedDateTime('UTC').toInstant()
const oldMinutes = 2 * 1_440

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: Database
let pool: pg.Pool
let connection: object

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  connection = (await connectionsOf(database.connection)).work
  owner = createDatabase(createPool(database.connection, { name: 'owner', max: 1 }))
  pool = createPool(connection, { name: 'reader', max: 1, settings: { 'app.scope': 'all' } })
  await sql`select keep_partitions(current_date - 20, current_date, current_date - 20, ${month.toString()}::date)`.execute(
    owner,
  )
  await sql`select keep_partitions(${month.toString()}::date, ${month.add({ days: 2 }).toString()}::date, current_date - 20, ${month.toString()}::date)`.execute(
    owner,
  )
  await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    select d, 1, ${monthBegin}::timestamptz + n * interval '1 minute', 60, 60, 800 + n % 97, 11, 19, 60, 48, 60
    from generate_series(1, ${devices}) d, generate_series(0, ${oldMinutes - 1}) n`.execute(owner)
})
afterAll(async () => {
  await pool.end()
  await owner.destroy()
  await database.drop()
  await folder.remove()
})

/** Readings of all devices and days; each call has instants of its own. */
const write = (offsetMs: number, count: number) =>
  sql`insert into readings (device_no, clinic_no, ts, rr, dist)
    select d, 1, (current_date - day) + n * interval '10 seconds' + ${offsetMs} * interval '1 millisecond', 10 + (n % 90) / 10.0, 0.8
    from generate_series(1, ${devices}) d, generate_series(2, ${days + 1}) day, generate_series(0, ${count - 1}) n`.execute(
    owner,
  )

/** What is read of all devices: how many, and a sum over their instants and values. */
async function readAll(): Promise<{ count: number; distinct: number; sum: number }> {
  // Nothing remembered from before.
  const source = createArchive(createLocalStore(folder.path), createLog('silent')).open(askOf(pool))
  const found = { count: 0, distinct: 0, sum: 0 }
  for (let device_no = 1; device_no <= devices; device_no++) {
    const rows = await source.select({ device_no, since: 0, until: Date.now() }, { offset: 0, limit: 1_000_000 })
    found.count += rows.length
    found.distinct += new Set(rows.map(({ ts }) => ts)).size
    for (const { ts, rr } of rows) found.sum += (ts % 1_000_000_007) + Math.round(rr! * 10)
  }
  expect(source.unreadable.size).toBe(0)
  return found
}

/** The same of minutes. */
async function readMinutes() {
  const database = createDatabase(pool)
  const archive = createArchive(createLocalStore(folder.path), createLog('silent'))
  readOldMinutesFrom(archive, { requests: database, identity: database, work: database })
  const found = { count: 0, distinct: 0, sum: 0 }
  const origin = { database, actor: { type: 'job', name: 'test' }, log: createLog('silent') } as const
  for (let device_no = 1; device_no <= devices; device_no++)
    await withCtx(origin, async (ctx) => {
      const span = { device_no, since: monthBegin, until: monthBegin.add({ hours: 24 * 31 }) }
      const old = (await (await openOldMinutes(ctx, [span]))?.of(span)) ?? []
      const { rows } = await sql<{ ts: number; sum_rr: number }>`
        select extract(epoch from minute)::float8 * 1000 as ts, sum_rr from minutes where device_no = ${device_no}`.execute(
        ctx.db,
      )
      const all = [...old, ...rows]
      found.count += all.length
      found.distinct += new Set(all.map(({ ts }) => ts)).size
      for (const { sum_rr } of all) found.sum += sum_rr
    })
  return found
}

const start = () => {
  const words = ['tests/faults/archive-days.ts', '--connection', JSON.stringify(connection), '--folder', folder.path]
  return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
}

test(`nothing is lost or doubled by ${kills} kills, with late readings in between [AR-1] [AR-3]`, async () => {
  const minutes = await readMinutes()
  expect(minutes).toMatchObject({ count: devices * oldMinutes, distinct: devices * oldMinutes })
  await write(0, perDay)
  let wanted = await readAll()
  expect(wanted).toMatchObject({ count: devices * days * perDay, distinct: devices * days * perDay })
  for (let kill = 0; kill < kills; kill++) {
    const archiver = start()
    await once(archiver.stdout, 'data')
    // At another point each time: from the first steps to a whole round.
    await sleep((kill / kills) * 1_000)
    archiver.kill('SIGKILL')
    await once(archiver, 'exit')
    expect(await readAll(), `kill ${kill}`).toEqual(wanted)
    expect(await readMinutes(), `kill ${kill}`).toEqual(minutes)
    if (kill % 4 === 3) {
      await write(kill, 200)
      wanted = await readAll()
      expect(wanted.count).toBe(devices * days * (perDay + 200 * ((kill + 1) / 4)))
      expect(wanted.distinct).toBe(wanted.count)
    }
  }
  const archiver = start()
  const rounds: string[] = []
  archiver.stdout.on('data', (text) => rounds.push(String(text)))
  await expect.poll(() => rounds.join(''), { timeout: 150_000 }).toContain('round 2')
  archiver.kill('SIGKILL')
  await once(archiver, 'exit')
  expect(await readAll()).toEqual(wanted)
  expect(await readMinutes()).toEqual(minutes)
  const { rows } = await sql<{ left: number; current: number; others: number }>`
    select (select count(*)::int from readings) + (select count(*)::int from minutes) as left, count(*) filter (where state = 'current')::int as current,
      count(*) filter (where state = 'pending')::int as others from archive_files`.execute(owner)
  expect(rows[0]).toMatchObject({ left: 0, current: devices * (days + 1) })
  // What a kill left behind has a row, by which it is swept.
  const known = await sql<{ id: string }>`select id from archive_files`.execute(owner)
  const names = (await readdir(join(folder.path, 'archive'))).map((name) => name.replace('.part', ''))
  expect(names.filter((name) => !known.rows.some(({ id }) => id === name))).toEqual([])
})

test('one that stands still while it writes lets people be erased [AR-1] [LI-9]', async () => {
  await write(500, 10)
  const client = new pg.Client(database.connection)
  await client.connect()
  const isAt = async (state: string, waitsFor: string) => {
    // Within a transaction it would see the same each time.
    await client.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await client.query(
      `select from pg_stat_activity where application_name = 'eupnea-archive' and state = $1 and wait_event_type = $2`,
      [state, waitsFor],
    )
    return rowCount! > 0
  }
  // As whoever erases somebody holds it.
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtext('archive'))`)
  const archiver = start()
  try {
    await expect.poll(() => isAt('active', 'Lock'), { timeout: 30_000 }).toBe(true)
    archiver.kill('SIGSTOP')
    await client.query('commit')
    await expect.poll(() => isAt('idle in transaction', 'Client'), { timeout: 30_000 }).toBe(true)
    const alone = async () =>
      (await client.query(`select pg_try_advisory_xact_lock(hashtext('archive')) as alone`)).rows[0].alone
    expect(await alone()).toBe(false)
    await expect.poll(alone, { timeout: 30_000 }).toBe(true)
  } finally {
    archiver.kill('SIGKILL')
    await client.end()
  }
})
