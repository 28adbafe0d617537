import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../../platform/database.ts'
import { type House, openHouse, today } from '../../reports/history.fixture.ts'
import { refreshBaselines } from './baselines.sql.ts'

let house: House
let pool: pg.Pool
beforeAll(async () => {
  house = await openHouse({ first: today(-4), last: today(1) })
  pool = createPool(house.http.connections.work, { name: 'baselines', max: 1, settings: { 'app.scope': 'all' } })
})
afterAll(async () => {
  await pool.end()
  await house.http.close()
})

it('what is usual for a resident leaves out what their bed sent while they were on leave [LI-4] [PL-6]', async () => {
  const now = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const since = now.subtract({ hours: 60 })
  const [device, resident_id] = [await house.addDevice(), await house.addResident()]
  await house.lay(resident_id, device, since)
  // 25 h of their own; then 30 h of whoever else lay there.
  const minutes = Array.from({ length: 55 * 60 }, (_, index) => ({
    at: since.add({ minutes: index }),
    rr: index < 25 * 60 ? 15 + (index % 3) : 25,
  }))
  await house.writeMinutes(device, minutes)
  await house.http.owner
    .insertInto('leaves')
    .values({
      ...{ clinic_id: house.clinic.id, resident_id, since: since.add({ hours: 25 }), until: since.add({ hours: 55 }) },
      ...{ reason: '', recorded_by: 'u', recorded_name: 'Una' },
    })
    .execute()
  expect(await refreshBaselines(pool, { late: [], limit: 1 })).toEqual([
    { device_id: device.id, baseline: { median: 16, mad: 1 } },
  ])
})
