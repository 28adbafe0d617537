import { listRates } from '@eupnea/contract/rates.ts'
import { stretchKey } from '@eupnea/contract/rules/spark.ts'
import { expect, it } from 'vitest'
import { house, useHouse } from '../reports/history.fixture.ts'
import { rateRoutes } from './routes.ts'

const now = Temporal.Now.instant()
const utc = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
const minute = now.round({ smallestUnit: 'minute', roundingMode: 'floor' })

useHouse({ first: utc(-4), last: utc(2) }, rateRoutes)

const minutes = (from: Temporal.Instant, count: number, rr: number | null) =>
  Array.from({ length: count }, (_, index) => ({ at: from.add({ minutes: index }), rr, inBed: true }))

async function bed() {
  const device = await house.addDevice()
  const patient_id = await house.addResident()
  await house.lay(patient_id, device, now.subtract({ hours: 72 }))
  return { device, patient_id }
}

it('has two hours of each resident asked for: means of two minutes, gaps, and the limits of then [VI-3]', async () => {
  const { device, patient_id } = await bed()
  const elsewhere = await bed()
  // Even minutes, so that two of them are one step.
  const event = minute.subtract({ hours: 30 }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
  await house.writeMinutes(device, [
    ...minutes(event.subtract({ minutes: 60 }), 2, 15),
    { at: event.subtract({ minutes: 58 }), rr: 16, inBed: true },
    { at: event.subtract({ minutes: 57 }), rr: 20, inBed: true },
    ...minutes(event.subtract({ minutes: 56 }), 2, null),
    ...minutes(event, 60, 25),
    // Neither before nor after it.
    ...minutes(event.subtract({ minutes: 64 }), 4, 40),
    ...minutes(event.add({ minutes: 60 }), 4, 40),
    ...minutes(minute.subtract({ minutes: 20 }), 10, 17),
  ])
  const around = stretchKey(patient_id, event.add({ hours: 1 }).epochMilliseconds)
  const given = { clinic_id: house.clinic.id, of: [around, patient_id, elsewhere.patient_id, 'nobody'].join(',') }
  const { items } = await house.staff.call(listRates, given)
  expect(items.map(({ of }) => of)).toEqual([around, patient_id, elsewhere.patient_id])
  const [then, lately, never] = items
  expect(then!.rates.slice(0, 4)).toEqual([15, 18, null, null])
  expect(then!.rates.slice(30)).toEqual(new Array(30).fill(25))
  expect(then!.limits).toMatchObject({ low: 12, high: 22 })
  expect(lately!.rates.length).toBeLessThanOrEqual(60)
  expect(lately!.rates.filter((rate) => rate !== null)).toEqual(expect.arrayContaining([17]))
  expect(lately!.rates.filter((rate) => rate !== null && rate !== 17)).toEqual([])
  expect(never!.rates.every((rate) => rate === null)).toBe(true)
})

it('ends at now where its end is still to come, and shows nobody else’s residents [VI-3]', async () => {
  const { device, patient_id } = await bed()
  await house.writeMinutes(device, minutes(minute.subtract({ minutes: 30 }), 25, 14))
  const clinic_id = house.clinic.id
  const of = stretchKey(patient_id, now.add({ hours: 1 }).epochMilliseconds)
  const { items } = await house.staff.call(listRates, { clinic_id, of })
  expect(items[0]!.rates.length).toBeGreaterThanOrEqual(29)
  expect(items[0]!.rates.length).toBeLessThanOrEqual(32)
  expect(items[0]!.rates).toContain(14)
  const far = stretchKey(patient_id, 999_999_999_999_999)
  expect((await house.staff.call(listRates, { clinic_id, of: far })).items[0]!.rates).toEqual([])
  expect((await house.stranger.refused(listRates, { clinic_id, of })).status).toBe(404)
  expect((await house.staff.refused(listRates, { clinic_id, of: 'a,,b' })).status).toBe(422)
  const entries = await house.http.owner
    .selectFrom('audit_entries')
    .select('act')
    .where('act', '=', 'rate.list')
    .where('clinic_id', '=', clinic_id)
    .execute()
  expect(entries.length).toBeGreaterThan(0)
})
