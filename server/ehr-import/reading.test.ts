import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type PccServer, pccPatients, startPccServer } from '../../tests/kit/ehr-servers/index.ts'
import { type ImportPortal, startImportPortal } from './import.fixture.ts'

/** What becomes of a reading that is cut off (EH-3). */

let portal: ImportPortal
let ehr: PccServer

beforeAll(async () => {
  portal = await startImportPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  ehr = await startPccServer(pccPatients(120))
})
afterEach(() => ehr.close())

/** Holds what it selects until it is let go. */
async function hold(query: string, values: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(portal.connection)
  await client.connect()
  await client.query('begin')
  await client.query(`${query} for update`, values)
  return () => client.end()
}

/** Cuts off whoever waits for what is held. */
async function cutOffWaiting(): Promise<void> {
  const client = new pg.Client(portal.connection)
  await client.connect()
  const cutOff = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await client.query(cutOff)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)
  await client.end()
}

it('goes on when it is cut off while the last page is kept, also after a write that took long [EH-3]', async () => {
  const clinic_id = await portal.connectPcc(ehr)
  const held = Promise.withResolvers<void>()
  const holds: (() => Promise<void>)[] = []
  ehr.meddle = async (page) => {
    if (page === 2) holds.push(await hold('select id from ehr_runs where clinic_id = $1', [clinic_id]))
    // Only the end of a reading writes the facility's state.
    if (page === 3) holds.push(await hold('select id from clinics where id = $1', [clinic_id]))
    if (page === 3) held.resolve()
    return undefined
  }
  const run_id = await portal.start(clinic_id)
  await held.promise
  ehr.meddle = null
  const [letWrite, letEnd] = holds
  // The last page has come while a write is under way.
  await sleep(300)
  await letWrite!()
  await cutOffWaiting()
  await letEnd!()
  const run = await portal.until(run_id, 'preview')
  expect(run).toMatchObject({ rows_read: 120, pages: 3, counts: { create: 120, failed: 0 } })
  expect(ehr.asked.map(({ page }) => page)).toEqual([1, 2, 3, 3])
})
