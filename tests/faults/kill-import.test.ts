import { createClinic } from '@eupnea/contract/clinics.ts'
import * as calls from '@eupnea/contract/ehr-import.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunning } from '../../server/platform/embedded-postgres/index.ts'
import { type PccServer, pccCredentials, pccOrg, pccPatients, startPccServer } from '../kit/ehr-servers/index.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** kill -9 while reading the EHR and while writing residents: the import continues, and nobody appears twice (EH-3). */

const residents = 2_500
/** of 50 pages */
const killedAtPage = 20

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal
let ehr: PccServer
let said = ''

beforeAll(async () => {
  folder = await temporaryFolder()
  ehr = await startPccServer(pccPatients(residents))
  portal = await spawnPortal({ dataDir: folder.path, env: { LOG_LEVEL: 'debug' } })
})
afterAll(async () => {
  await portal.stop()
  await ehr.close()
  await folder.remove()
})

/**
 * Holds back its next answer for the page, because the portal will be dead by then.
 * @returns when the page is requested
 */
function askedForLast(page: number): Promise<void> {
  const asked = Promise.withResolvers<void>()
  ehr.meddle = async (now) => {
    if (now !== page) return undefined
    ehr.meddle = null
    asked.resolve()
    return new Promise(() => {})
  }
  return asked.promise
}

/** It continued near the page where it was killed and didn't start over. */
function expectGoneOn(): void {
  const again = ehr.asked.splice(0)
  const first = again[again.findIndex(({ page }) => page === killedAtPage) + 1]!.page
  expect(first).toBeGreaterThan(1)
  expect(first).toBeLessThanOrEqual(killedAtPage)
}

async function killAndStart(): Promise<void> {
  await portal.kill()
  said += portal.stderr()
  portal = await spawnPortal({ dataDir: folder.path, env: { LOG_LEVEL: 'debug' } })
}

async function ask<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
  const sql = new pg.Client(findRunning(folder.path)!)
  await sql.connect()
  const { rows } = await sql.query<R>(text, [...values])
  await sql.end()
  return rows
}

/** Pretends that the 20 seconds have passed for which a run is reserved for its node. */
const giveUpWaiting = () => ask('update ehr_runs set lease_until = now() where lease_until is not null')

/** How far it has been read is stored beside the reading, which on a busy machine is far ahead. */
const untilKept = (run_id: string) =>
  expect
    .poll(() => ask('select next_page from ehr_runs where id = $1', [run_id]), { timeout: 60_000, interval: 100 })
    .not.toEqual([{ next_page: null }])

const stateOf = (run_id: string) => portal.send(calls.readEhrImport, { run_id })
const until = (run_id: string, state: string) =>
  expect.poll(async () => (await stateOf(run_id)).state, { timeout: 60_000, interval: 100 }).toBe(state)

async function makeHouse(name: string): Promise<string> {
  const { id: clinic_id } = await portal.send(createClinic, { name })
  const source = { clinic_id, source: 'pcc' as const, base_url: ehr.url }
  await portal.send(calls.saveEhrConnection, { ...source, ...pccOrg, ...pccCredentials })
  return clinic_id
}

test('an import goes on where it was after kill -9, and adds nobody twice [EH-3]', async () => {
  const clinic_id = await makeHouse('Killed House')
  const asked = askedForLast(killedAtPage)
  const { run_id } = await portal.send(calls.startEhrImport, { clinic_id })
  await asked
  await untilKept(run_id)
  await killAndStart()
  await until(run_id, 'preview')
  const preview = await stateOf(run_id)
  expect(preview).toMatchObject({ rows_read: residents, counts: { create: residents, failed: 0 } })
  expectGoneOn()

  await portal.send(calls.confirmEhrImport, { run_id })
  await killAndStart()
  await giveUpWaiting()
  await until(run_id, 'done')
  expect(await stateOf(run_id)).toMatchObject({ applied: residents, looked_at: residents })
  const pages = Array.from({ length: Math.ceil(residents / 200) }, (_, index) => index + 1)
  const numbers = new Set<string>()
  let found = 0
  for (const page of pages) {
    const { items, pagination } = await portal.send(listResidents, { clinic_id, status: '0,1,2', page, page_size: 200 })
    expect(pagination.total_records).toBe(residents)
    found += items.length
    for (const { mrNo } of items) numbers.add(mrNo!)
  }
  expect([found, numbers.size]).toEqual([residents, residents])
  const { run_id: next } = await portal.send(calls.startEhrImport, { clinic_id })
  await until(next, 'done')
  expect(await stateOf(next)).toMatchObject({ counts: { unchanged: residents }, applied: 0 })
  // Logs contain neither EHR secrets nor names from it.
  said += portal.stderr()
  expect(said).not.toContain(pccCredentials.secret)
  expect(said).not.toMatch(/Byron|Hopper|Turing/)
})

test('an import that looks once more for who is missing goes on with that after kill -9 [EH-3]', async () => {
  const clinic_id = await makeHouse('House Looked At Twice')
  const { run_id: first } = await portal.send(calls.startEhrImport, { clinic_id })
  await until(first, 'preview')
  await portal.send(calls.confirmEhrImport, { run_id: first })
  await until(first, 'done')

  // One person has left; another leaves while pages are read, so that one more moves up a page.
  ehr.patients.shift()
  const asked = Promise.withResolvers<void>()
  ehr.meddle = (page) => {
    if (page !== residents / 50) return undefined
    ehr.patients.shift()
    ehr.asked.splice(0)
    void askedForLast(killedAtPage).then(asked.resolve)
    return undefined
  }
  const { run_id } = await portal.send(calls.startEhrImport, { clinic_id })
  await asked.promise
  await untilKept(run_id)
  await killAndStart()
  await giveUpWaiting()
  await until(run_id, 'preview')
  expect(await stateOf(run_id)).toMatchObject({
    ...{ rows_read: residents - 1, is_second_look: true },
    counts: { unchanged: residents - 1, discharge: 1, failed: 0 },
  })
  expectGoneOn()
})
