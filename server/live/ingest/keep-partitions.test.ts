import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyArchive, startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { createPool } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { LiveState } from '../state/index.ts'
import { createIngest } from './ingest.ts'
import type { Ingest } from './ingest-shapes.ts'
import { partitionDays } from './partition-days.ts'
import { keepPartitions } from './partitions.sql.ts'

let portal: TestHttp
let pool: pg.Pool
let ingest: Ingest
beforeAll(async () => {
  portal = await startTestHttp([])
  pool = createPool(portal.connections.work, { name: 'samples', max: 2, settings: { 'app.scope': 'all' } })
  ingest = createIngest({
    archive: emptyArchive(),
    ...{ pool, state: new LiveState(), log: createLog('silent') },
    retention: { readingsDays: 2, minutesDays: 2 },
    writeMalformed: async () => {},
    writeStatus: async () => {},
    happen: async () => {},
    missed: () => {},
    isDiskFull: () => false,
    late: () => {},
  })
})
afterAll(async () => {
  await ingest.close()
  await pool.end()
  await portal.close()
})

it('does not wait for a backup, behind which all readings would wait, and comes again [LI-2] [AP-1]', async () => {
  const owner = new pg.Client(portal.connection)
  await owner.connect()
  const partitions = async () =>
    (await owner.query(`select from pg_inherits where inhparent = 'readings'::regclass`)).rowCount
  try {
    const before = await partitions()
    await owner.query('begin; lock table readings in access share mode')
    await ingest.keepPartitions()
    expect(await partitions()).toBe(before)
    await owner.query('commit')
    await ingest.keepPartitions()
    expect(await partitions()).toBeGreaterThan(before!)
  } finally {
    await owner.end()
  }
})

it('a node whose clock is far ahead takes away no readings [LI-2]', async () => {
  const ahead = Temporal.Now.plainDateISO('UTC').add({ days: 500 })
  await ingest.keepPartitions()
  await keepPartitions(pool, partitionDays(ahead, { readingsDays: 400, minutesDays: 400 }))
  const { rows } = await pool.query<{ name: string | null }>(
    `select to_regclass('readings_' || to_char(current_date, 'YYYYMMDD')) as name`,
  )
  expect(rows[0]!.name).not.toBeNull()
})

it('a retention made much shorter is met in pieces, each within the locks that a database has [LI-2]', async () => {
  const owner = new pg.Client(portal.connection)
  await owner.connect()
  const days = partitionDays(Temporal.Now.plainDateISO('UTC'), { readingsDays: 40, minutesDays: 40 })
  const oldest = async () =>
    (
      await owner.query(`select current_date - min(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')) as days
      from pg_inherits where inhparent = 'minutes'::regclass`)
    ).rows[0].days
  const name = (age: number) =>
    `minutes_${Temporal.Now.plainDateISO('UTC').subtract({ days: age }).toString().replaceAll('-', '')}`
  try {
    for (const age of [200, 45])
      await owner.query(`create table ${name(age)} partition of minutes
        for values from (current_date - ${age}) to (current_date - ${age - 1})`)
    await owner.query(`begin; lock table ${name(45)} in access share mode`)
    await expect(keepPartitions(pool, days)).rejects.toThrow('lock timeout')
    expect(await oldest()).toBe(45)
    await owner.query('commit')
    await keepPartitions(pool, days)
    expect(await oldest()).toBeLessThanOrEqual(40)
  } finally {
    await owner.end()
  }
})
