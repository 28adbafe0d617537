import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { createPool } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { LiveState } from '../state/index.ts'
import { createIngest, type Ingest } from './ingest.ts'

let portal: TestHttp
let pool: pg.Pool
let ingest: Ingest
beforeAll(async () => {
  portal = await startTestHttp([])
  pool = createPool(portal.connection, { name: 'samples', max: 2, settings: { 'app.scope': 'all' } })
  ingest = createIngest({
    ...{ pool, state: new LiveState(), log: createLog('silent') },
    retention: { readingsDays: 2, minutesDays: 2 },
    writeMalformed: async () => {},
    writeStatus: async () => {},
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
