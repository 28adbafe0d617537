import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  fhirPerson,
  type PccServer,
  pccPatients,
  startFhirServer,
  startPccServer,
} from '../../tests/kit/ehr-servers/index.ts'
import { type ImportPortal, startImportPortal } from './import.fixture.ts'

/** Reading that is interrupted, or during which people come and go (EH-3). */

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

const pagesAsked = () => ehr.asked.splice(0).map(({ page }) => page)

/** Locks the selected rows until released. */
async function hold(query: string, values: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(portal.connection)
  await client.connect()
  await client.query('begin')
  await client.query(`${query} for update`, values)
  return () => client.end()
}

/** Cuts the connections that wait for the lock. */
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
    // Only the end of reading writes the clinic's state.
    if (page === 3) holds.push(await hold('select id from clinics where id = $1', [clinic_id]))
    if (page === 3) held.resolve()
    return undefined
  }
  const run_id = await portal.start(clinic_id)
  await held.promise
  ehr.meddle = null
  const [letWrite, letEnd] = holds
  // The last page arrived while a write was in progress.
  await sleep(300)
  await letWrite!()
  await cutOffWaiting()
  await letEnd!()
  const run = await portal.until(run_id, 'preview')
  expect(run).toMatchObject({ rows_read: 120, pages: 3, counts: { create: 120, failed: 0 } })
  expect(pagesAsked()).toEqual([1, 2, 3, 3])
})

describe('who moves to another page while pages are read', () => {
  it('up, because somebody has left, does not leave with them; who has left leaves with the next import [EH-3]', async () => {
    const clinic_id = await portal.connectPcc(ehr)
    await portal.importAll(clinic_id)
    expect(pagesAsked()).toEqual([1, 2, 3])
    ehr.meddle = (page) => {
      if (page === 3) ehr.patients.shift()
      if (page === 3) ehr.meddle = null
      return undefined
    }
    const run = await portal.preview(clinic_id)
    expect(run).toMatchObject({ state: 'done', rows_read: 120, is_second_look: true })
    expect(run.counts).toMatchObject({ unchanged: 120, discharge: 0, failed: 0 })
    expect(pagesAsked()).toEqual([1, 2, 3, 1, 2, 3])

    const next = await portal.preview(clinic_id)
    expect(next).toMatchObject({ state: 'preview', rows_read: 119, counts: { unchanged: 119, discharge: 1 } })
    expect((await portal.rows(next, 'discharge')).map(({ mrNo }) => mrNo)).toEqual(['MR000000'])
  })

  it('down, because somebody has come, is no page that is repeated [EH-3]', async () => {
    const patients = pccPatients(102)
    ehr.patients = patients.slice(0, 101)
    const clinic_id = await portal.connectPcc(ehr)
    await portal.importAll(clinic_id)
    ehr.meddle = (page) => {
      if (page === 3) ehr.patients = [patients[101], ...patients.slice(0, 100)]
      return undefined
    }
    const { counts } = await portal.preview(clinic_id)
    expect(counts).toMatchObject({ create: 1, unchanged: 100, discharge: 1 })
  })

  it('is looked for by FHIR too [EH-3]', async () => {
    const ehr = await startFhirServer(['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((id) => fhirPerson(id)))
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    await portal.importAll(clinic_id)
    ehr.meddle = ({ pathname, searchParams }) => {
      if (!pathname.endsWith('/Patient') || searchParams.get('_offset') !== '6' || searchParams.has('_elements'))
        return undefined
      ehr.resources = ehr.resources.filter(({ id }) => id !== 'a')
      return undefined
    }
    const run = await portal.preview(clinic_id)
    expect(run).toMatchObject({ state: 'done', rows_read: 7, counts: { unchanged: 7, discharge: 0 } })
    await ehr.close()
  })
})
