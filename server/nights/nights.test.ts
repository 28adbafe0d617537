import { listNights, type Night, readNights } from '@eupnea/contract/nights.ts'
import { nightCells, sumNight } from '@eupnea/contract/rules/night.ts'
import { defaultPlan, limitsOf } from '@eupnea/contract/rules/plan.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { house, useHouse } from '../reports/history.fixture.ts'
import { newestNight, nightOf } from './night-answer.ts'
import { nightRoutes } from './routes.ts'

const tz = 'Europe/London'
const now = Temporal.Now.instant()
const day = (ago: number) => newestNight(tz, now).subtract({ days: ago })
const utc = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

useHouse({ first: utc(-20), last: utc(2) }, nightRoutes)

const at = (ago: number, hours: number) => nightOf(day(ago), tz).since.add({ minutes: hours * 60 })
const minutes = (from: Temporal.Instant, count: number, of: { rr: number | null; inBed: boolean }) =>
  Array.from({ length: count }, (_, index) => ({ at: from.add({ minutes: index }), ...of }))

async function bed(floor = '1') {
  const device = await house.addDevice()
  const patient_id = await house.addResident()
  await house.http.owner.updateTable('residents').set({ floor, room: '12' }).where('id', '=', patient_id).execute()
  await house.lay(patient_id, device, now.subtract({ hours: 24 * 19 }))
  return { device, patient_id }
}

const cellsOf = ({ beds, rates, minutes_in_bed }: Night) => ({ cells: nightCells(beds, rates), minutes_in_bed })

it('counts hours in bed by the minute, also of cells that were measured in part [VI-2] [RP-3]', async () => {
  const { device, patient_id } = await bed()
  await house.writeMinutes(device, [
    ...minutes(at(1, 0), 4, { rr: 16, inBed: true }),
    ...minutes(at(1, 1), 60, { rr: 16, inBed: true }),
    ...minutes(at(1, 2), 7, { rr: 16, inBed: true }),
    ...minutes(at(1, 2.25), 1, { rr: null, inBed: false }),
  ])
  const { items } = await house.staff.call(readNights, { patient_id })
  expect(sumNight(cellsOf(items[1]!)).hoursInBed).toBe(71 / 60)
})

it('shows nights from 18:00 to 12:00 in cells: in bed, out, not monitored, and the rate [VI-1] [VI-2]', async () => {
  const { device, patient_id } = await bed()
  await house.writeMinutes(device, [
    // Up until 21:00, in bed until 01:00, out for half an hour, in bed until 06:00; then nothing is known.
    ...minutes(at(1, 0), 180, { rr: null, inBed: false }),
    ...minutes(at(1, 3), 240, { rr: 16, inBed: true }),
    ...minutes(at(1, 7), 30, { rr: null, inBed: false }),
    ...minutes(at(1, 7.5), 270, { rr: 20, inBed: true }),
    // Neither before a night nor after it.
    ...minutes(at(1, -1), 60, { rr: 40, inBed: true }),
    ...minutes(at(2, 18), 60, { rr: 40, inBed: true }),
  ])
  const answer = await house.staff.call(readNights, { patient_id })
  expect(answer).toMatchObject({ patient_id, tz, usual: null })
  expect(answer.items.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, ago) => day(ago).toString()))
  const night = answer.items[1]!
  expect([night.from, night.until]).toEqual([at(1, 0).toString(), nightOf(day(1), tz).until.toString()])
  expect(night.beds.slice(0, 20)).toEqual([...new Array(18).fill(0), 1, 1])
  expect([night.rates[17], night.rates[18], night.rates[50]]).toEqual([null, 16, 20])
  expect(night.beds.slice(72)).toEqual(new Array(night.beds.length - 72).fill(null))
  expect(sumNight(cellsOf(night))).toMatchObject({ hoursInBed: 8.5, timesOut: 1 })
  expect(answer.items[2]!.beds.every((share) => share === null)).toBe(true)
  // Of tonight there is only what has been.
  expect(answer.items[0]!.beds.length).toBeLessThanOrEqual(108)

  await house.http.owner
    .insertInto('baselines')
    .values({ resident_id: patient_id, median: 17, mad: 0.2, minutes: 2_000, computed_at: now })
    .execute()
  const known = await house.staff.call(readNights, { patient_id, nights: 1 })
  expect([known.usual, known.items.length]).toEqual([{ median: 17, spread: 1 }, 1])
  const entries = await house.http.owner
    .selectFrom('audit_entries')
    .select('act')
    .where('resident_id', '=', patient_id)
    .where('act', '=', 'night.read')
    .execute()
  expect(entries).toHaveLength(1)
  expect((await house.stranger.refused(readNights, { patient_id })).status).toBe(404)
})

it('gives the mean of ten minutes as precisely as limits judge it [VI-1] [PL-2]', async () => {
  const { device, patient_id } = await bed()
  // Neither is out of range; to a tenth both would be.
  await house.writeMinutes(device, [
    ...minutes(at(2, 4), 10, { rr: 12.04, inBed: true }),
    ...minutes(at(2, 5), 10, { rr: 21.96, inBed: true }),
  ])
  const { items } = await house.staff.call(readNights, { patient_id, nights: 3 })
  expect([items[2]!.rates[24], items[2]!.rates[30]]).toEqual([12.04, 21.96])
})

it('says what limits a resident was judged by before, within the nights that are asked for [VI-1] [PL-2]', async () => {
  const { patient_id } = await bed()
  const [low, high] = [10, 26]
  await house.http.owner
    .insertInto('plans')
    .values({
      ...{ clinic_id: house.clinic.id, resident_id: patient_id, written_by: 'u', written_name: 'Una' },
      ...{ valid_from: at(2, 4), low, high, extreme_high: 40, extreme_low: null, no_breathing_seconds: 120 },
    })
    .execute()
  const earlierOf = async (nights: number) =>
    (await house.staff.call(readNights, { patient_id, nights })).earlier_limits
  expect(await earlierOf(3)).toEqual([{ until: at(2, 4).toString(), limits: limitsOf(defaultPlan) }])
  expect(await earlierOf(1)).toEqual([])
})

it('lists a night of everybody on a floor, measured or not [VI-1]', async () => {
  const [here, elsewhere, unmeasured] = [await bed('7'), await bed('8'), await bed('7')]
  for (const { device } of [here, elsewhere])
    await house.writeMinutes(device, minutes(at(3, 4), 60, { rr: 15, inBed: true }))
  const given = { clinic_id: house.clinic.id, date: day(3).toString() }
  const answer = await house.staff.call(listNights, { ...given, floor: '7' })
  const nightOf = (who: string) => answer.items.find(({ patient_id }) => patient_id === who)!.night
  expect(answer.items).toHaveLength(2)
  expect(nightOf(here.patient_id)).toMatchObject({ date: given.date })
  expect(nightOf(here.patient_id).rates.filter((rate) => rate === 15)).toHaveLength(6)
  expect(nightOf(unmeasured.patient_id).beds).toEqual(new Array(108).fill(null))
  const all = (await house.staff.call(listNights, given)).items.map(({ patient_id }) => patient_id)
  expect(all).toEqual(expect.arrayContaining([here.patient_id, elsewhere.patient_id, unmeasured.patient_id]))
  expect((await house.stranger.refused(listNights, given)).status).toBe(404)
  // Other hours than a night's, such as a shift's, in cells from their beginning.
  const { clinic_id } = given
  const shift = { clinic_id, floor: '7', from: at(3, 4.5).toString(), until: at(3, 10.5).toString() }
  const ofShift = (await house.staff.call(listNights, shift)).items
  const hours = ofShift.find(({ patient_id }) => patient_id === here.patient_id)!.night
  expect([hours.from, hours.until]).toEqual([shift.from, shift.until])
  expect([hours.rates.length, hours.rates.slice(0, 4)]).toEqual([36, [15, 15, 15, null]])
  for (const wrong of [
    { clinic_id, from: shift.from },
    { ...shift, date: given.date },
    { ...shift, until: shift.from },
    { ...shift, until: at(2, 10).toString() },
  ])
    expect((await house.staff.refused(listNights, wrong)).status).toBe(422)
  // Nothing is measured of a night to come, also of the last that can be written.
  expect((await house.staff.call(listNights, { ...given, date: '9999-12-31' })).items).toEqual([])
})

it('says nothing of a sensor that can’t be believed, or of somebody on leave, but still lists them [VI-1] [WA-4] [PL-6]', async () => {
  const [stuck, onLeave] = [await bed('9'), await bed('9')]
  for (const { device } of [stuck, onLeave])
    await house.writeMinutes(device, minutes(at(4, 2), 60, { rr: 15, inBed: true }))
  const { id: clinic_id } = house.clinic
  const span = { clinic_id, resident_id: stuck.patient_id, device_id: stuck.device.id, state: 'stuck' }
  const [begun, over] = [at(4, 2.5), at(4, 2.75)]
  await house.http.owner
    .insertInto('signal_spans')
    .values({ ...span, since: begun })
    .execute()
  const leave = { clinic_id, resident_id: onLeave.patient_id, reason: '', recorded_by: 'g', recorded_name: 'G' }
  await house.http.owner
    .insertInto('leaves')
    .values({ ...leave, since: begun, until: over })
    .execute()
  const { items } = await house.staff.call(listNights, { clinic_id, date: day(4).toString(), floor: '9' })
  const seen = (who: string) => {
    const { beds, rates } = items.find(({ patient_id }) => patient_id === who)!.night
    return [beds.slice(12, 18), rates.slice(12, 18)]
  }
  expect(seen(stuck.patient_id)).toEqual([
    [1, 1, 1, null, null, null],
    [15, 15, 15, null, null, null],
  ])
  // Back within ten minutes: of these, what was measured.
  expect(seen(onLeave.patient_id)).toEqual([
    [1, 1, 1, null, 1, 1],
    [15, 15, 15, null, 15, 15],
  ])
  await house.http.owner
    .updateTable('signal_spans')
    .set({ until: over })
    .where('device_id', '=', span.device_id)
    .execute()
  const later = await house.staff.call(listNights, { clinic_id, date: day(4).toString(), floor: '9' })
  expect(later.items.find(({ patient_id }) => patient_id === stuck.patient_id)!.night.rates.slice(12, 18)).toEqual(
    new Array(6).fill(15),
  )
})

it('doesn’t take the lost rate of a sensor that measures no distance for an empty bed [VI-1] [WA-9] [WA-11]', async () => {
  const [unknowing, knowing, knew] = [await bed('4'), await bed('4'), await bed('4')]
  const night = (dist: number | null) =>
    [
      ...minutes(at(1, 4), 60, { rr: 16, inBed: true }),
      ...minutes(at(1, 5), 30, { rr: null, inBed: false }),
      ...minutes(at(1, 5.5), 60, { rr: 16, inBed: true }),
    ].map((minute) => ({ ...minute, dist: minute.rr === null ? null : dist }))
  await house.writeMinutes(unknowing.device, night(null))
  await house.writeMinutes(knowing.device, night(0.8))
  // Nobody in bed all night, by a sensor that measured somebody three days before.
  await house.writeMinutes(knew.device, [
    ...minutes(at(4, 4), 60, { rr: 16, inBed: true }),
    ...minutes(at(1, 5), 60, { rr: null, inBed: false }).map((minute) => ({ ...minute, dist: null })),
  ])
  await sql`select roll_hours(date_trunc('hour', ${at(4, 4)}::timestamptz), date_trunc('hour', ${at(4, 5)}::timestamptz))`.execute(
    house.http.owner,
  )
  // It measures distance from 01:00 on, when it got new firmware.
  const learned = await bed('4')
  await house.writeMinutes(learned.device, [
    ...night(null),
    ...minutes(at(1, 7), 60, { rr: 16, inBed: true }),
    ...minutes(at(1, 8), 10, { rr: null, inBed: false }).map((minute) => ({ ...minute, dist: null })),
  ])
  const bedsOf = async ({ patient_id }: typeof knew) => {
    const { items } = await house.staff.call(readNights, { patient_id, nights: 2 })
    return [items[1]!.beds.slice(29, 34), sumNight(cellsOf(items[1]!)).timesOut]
  }
  expect(await bedsOf(unknowing)).toEqual([[1, null, null, null, 1], null])
  expect(await bedsOf(knowing)).toEqual([[1, 0, 0, 0, 1], 1])
  expect(await bedsOf(knew)).toEqual([[null, 0, 0, 0, 0], 0])
  expect(await bedsOf(learned)).toEqual([[1, null, null, null, 1], null])
  const { items } = await house.staff.call(readNights, { patient_id: learned.patient_id, nights: 2 })
  expect(items[1]!.beds.slice(47, 50)).toEqual([1, 0, null])
})

it('has 17 or 19 hours in a night in which the clock changes [VI-1]', () => {
  const hours = (date: string) => {
    const { since, until } = nightOf(Temporal.PlainDate.from(date), tz)
    return since.until(until).total('hours')
  }
  expect(['2026-03-28', '2026-10-24', '2026-11-20'].map(hours)).toEqual([17, 19, 18])
  const newest = (instant: string) => newestNight(tz, Temporal.Instant.from(instant)).toString()
  expect(newest('2026-11-20T17:59:00Z')).toBe('2026-11-19')
  expect(newest('2026-11-20T18:00:00Z')).toBe('2026-11-20')
})
