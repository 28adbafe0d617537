import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { createPool } from '../../platform/database.ts'
import { loadAllBeds, loadBeds } from './state.sql.ts'

let portal: TestHttp
let pool: pg.Pool
beforeAll(async () => {
  portal = await startTestHttp([])
  pool = createPool(portal.connections.work, {
    name: 'samples',
    max: 2,
    settings: { 'app.scope': 'all', lock_timeout: '500' },
  })
})
afterAll(async () => {
  await pool.end()
  await portal.close()
})

it('of years of minutes only those of the present are looked at [LI-9]', async () => {
  const owner = new pg.Client(portal.connection)
  await owner.connect()
  try {
    await owner.query(
      'select keep_partitions(current_date - 40, current_date + 1, current_date - 40, current_date - 40)',
    )
    const { rows } = await owner.query(`select 'minutes_' || to_char(current_date - 40, 'YYYYMMDD') as old`)
    await owner.query('begin')
    // Any query that touches it would wait.
    await owner.query(`lock table ${rows[0].old} in access exclusive mode`)
    for await (const beds of loadAllBeds(pool)) expect(beds).toEqual([])
    expect(await loadBeds(pool, Date.now(), ['none'])).toEqual([])
  } finally {
    await owner.end()
  }
})
