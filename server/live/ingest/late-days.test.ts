import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { type Depot, daysAgo, openDepot, readingsFrom } from '../archive/archive.fixture.ts'
import { LiveState } from '../state/index.ts'
import { loadBeds } from '../state/state.sql.ts'
import { createIngest } from './ingest.ts'
import type { Ingest } from './ingest-shapes.ts'

/** What devices send of days that are archived (AR-1). */

let depot: Depot
let ingest: Ingest
const state = new LiveState()
beforeAll(async () => {
  depot = await openDepot()
  ingest = createIngest({
    ...{ pool: depot.pool, archive: depot.archive, state, log: createLog('silent') },
    retention: { readingsDays: 400, minutesDays: 400 },
    writeMalformed: async () => {},
    writeStatus: async () => {},
    isDiskFull: () => false,
    missed() {},
    happen: async () => {},
    late() {},
  })
  await ingest.keepPartitions()
})
afterAll(async () => {
  await ingest.close()
  await depot.close()
})

async function addBed() {
  const device = await depot.addDevice(await depot.http.createClinic())
  for (const bed of await loadBeds(depot.pool, Date.now(), [device.id])) state.put(bed)
  return { ...device, bed: state.byId(device.id)! }
}
const send = (bed: Parameters<Ingest['telemetry']>[0], readings: readonly { ts: number; rr: number | null }[]) =>
  ingest.telemetry(bed, Buffer.from(JSON.stringify(readings.map(({ ts, rr }) => ({ ts, rr, dist: 0.8 })))))

/** Readings that its minutes have counted. */
async function counted(device_no: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from minutes where device_no = ${device_no}`.execute(depot.http.owner)
  return rows[0]!.n
}

it('counts a reading once, also when it is sent again after its day was archived [AR-1] [LI-2]', async () => {
  const { no, bed } = await addBed()
  const sent = readingsFrom(daysAgo(3, 2), 120)
  await send(bed, sent)
  await depot.archiveAll()
  expect(await depot.inDatabase(no)).toBe(0)
  await send(bed, sent)
  expect([await depot.inDatabase(no), await counted(no)]).toEqual([0, 120])
  // An hour's message with what is known, what is new, and what is of today.
  const more = [
    ...sent.slice(100),
    ...readingsFrom(daysAgo(3, 2) + 120_000, 30),
    ...readingsFrom(Date.now() - 5_000, 3),
  ]
  await send(bed, more)
  expect([await depot.inDatabase(no), await counted(no)]).toEqual([33, 153])
  await depot.archiveAll()
  await send(bed, more)
  expect([await depot.inDatabase(no), await counted(no)]).toEqual([3, 153])
  expect((await depot.read(no)).map(({ ts }) => ts)).toHaveLength(153)
})

it('looks again when a day is archived while its late readings are on their way [AR-1]', async () => {
  const { no, bed } = await addBed()
  const sent = readingsFrom(daysAgo(4, 2), 60)
  await send(bed, sent)
  const findKnown = depot.archive.findKnown
  let archived = 0
  // Between the look and the commit.
  const moving = {
    async findKnown(...words: Parameters<typeof findKnown>) {
      const known = await findKnown(...words)
      if (archived++ === 0) await depot.archiveAll()
      return known
    },
  }
  Object.assign(depot.archive, moving)
  try {
    await send(bed, [...sent, ...readingsFrom(daysAgo(4, 3), 10)])
  } finally {
    Object.assign(depot.archive, { findKnown })
  }
  expect(archived).toBe(2)
  expect([await depot.inDatabase(no), await counted(no)]).toEqual([10, 70])
})

it('lets late readings wait for a store that is away, and nothing else [AR-1] [LI-2]', async () => {
  const { no, bed } = await addBed()
  const sent = readingsFrom(daysAgo(5, 2), 60)
  await send(bed, sent)
  await depot.archiveAll()
  const { no: otherNo, bed: other } = await addBed()
  const { get } = depot.store
  const asked = Promise.withResolvers<void>()
  Object.assign(depot.store, {
    get: () => {
      asked.resolve()
      return Promise.reject(new Error('connect ECONNREFUSED'))
    },
  })
  const late = { isStored: false }
  // Of another node that hasn't the file in memory.
  const waiting = send(bed, sent).then(() => {
    late.isStored = true
  })
  await asked.promise
  await send(other, readingsFrom(Date.now() - 3_000, 3))
  await send(bed, readingsFrom(Date.now() - 3_000, 3))
  expect([await counted(otherNo), late.isStored, ingest.stores]).toEqual([3, false, true])
  Object.assign(depot.store, { get })
  await waiting
  expect(await counted(no)).toBe(63)
})
