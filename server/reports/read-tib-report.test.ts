import { readReport } from '@eupnea/contract/reports.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { rollHours } from '../measurements/index.ts'
import { createLog } from '../platform/log.ts'
import { house, instant, minutesFrom, type Place, reportJob, type Sensor, useHouse } from './history.fixture.ts'

useHouse({ first: '2026-03-20', last: '2026-04-10' })

type Input = Omit<z.input<typeof readReport.input>, 'report'>

const tib = async (input: Input) => {
  const answer = await house.admin.call(readReport, { report: 'tib', ...input })
  if (!('timezone' in answer)) throw new Error('Not time in bed')
  return answer
}

/** A resident of a clinic in the zone, with one device since the beginning. */
const bedIn = async (tz: string): Promise<{ clinic: Place; device: Sensor; patient_id: string }> => {
  const clinic = await house.createClinic(tz)
  const device = await house.addDevice(clinic)
  const patient_id = await house.addResident(clinic)
  await house.lay(patient_id, device, instant('2026-03-20T00:00Z'))
  return { clinic, device, patient_id }
}

describe('time in bed', () => {
  it.each([
    // The clocks go forward on 29 March in London, and back on 5 April in Sydney.
    ['Europe/London', '2026-03-29', '2026-03-29T00:00Z', 23],
    ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00Z', 25],
    // Days that begin in the middle of an hour.
    ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30Z', 24],
    ['America/New_York', '2026-03-29', '2026-03-29T04:00Z', 24],
  ])(
    'counts the days of %s from midnight to midnight: %s begins at %s and has %i hours [RE-7]',
    async (tz, date, midnight, hours) => {
      const { clinic, device, patient_id } = await bedIn(tz)
      const begin = instant(midnight)
      const all = hours * 60
      // In bed all day, and for an hour before and after.
      await house.writeMinutes(device, minutesFrom(begin.subtract({ hours: 1 }), all + 120), clinic)
      const end = begin.add({ hours: hours + 10 }).toString()
      const answer = await tib({ patient_id, end, days: 3 })
      const day = (days: number) => Temporal.PlainDate.from(date).add({ days }).toString()
      const expected = {
        timezone: tz,
        items: [
          { date: day(-1), time_in_bed: 1 },
          { date, time_in_bed: hours },
          { date: day(1), time_in_bed: 1 },
        ],
      }
      expect(answer).toEqual(expected)
      await rollHours(
        { database: house.http.database, actor: reportJob, log: createLog('fatal') },
        begin.add({ hours: 72 }),
        'all',
      )
      expect(await tib({ patient_id, end, days: 3 })).toEqual(expected)
    },
  )

  it('counts minutes with presence in half of their readings, to one decimal; days without readings are missing [RE-7]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    await house.writeMinutes(device, minutesFrom(instant('2026-04-01T22:00Z'), 100, { rr: 15, inBed: false }), clinic)
    await house.writeMinutes(device, minutesFrom(instant('2026-04-03T22:00Z'), 100, { rr: null, inBed: true }), clinic)
    const { items } = await tib({ patient_id, start: '2026-03-31T12:00:00Z', end: '2026-04-05T00:00:00Z' })
    expect(items).toEqual([
      { date: '2026-04-01', time_in_bed: 0 },
      { date: '2026-04-03', time_in_bed: 1.7 },
    ])
  })

  it('gives a day on leave no value, and of other days what was not on leave [RE-7] [PL-6]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    for (const day of ['2026-04-01', '2026-04-02', '2026-04-03'])
      await house.writeMinutes(device, minutesFrom(instant(`${day}T06:00Z`), 240), clinic)
    await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
      values (${clinic.id}, ${patient_id}, '2026-04-01T08:00:30Z', '2026-04-03T00:00Z', '', '')`.execute(
      house.http.owner,
    )
    const { items } = await tib({ patient_id, end: '2026-04-04T00:00:00Z', days: 4 })
    expect(items).toEqual([
      { date: '2026-04-01', time_in_bed: 2 },
      { date: '2026-04-02', time_in_bed: null },
      { date: '2026-04-03', time_in_bed: 4 },
    ])
    // A device is on no leave.
    const ofDevice = await tib({ device_id: device.id, end: '2026-04-04T00:00:00Z', days: 4 })
    expect(ofDevice.items.map(({ time_in_bed }) => time_in_bed)).toEqual([4, 4, 4])
  })

  it('adds up the devices of a day, and no one else’s minutes [RE-7]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    const other = await house.addDevice(clinic)
    const neighbour = await house.addResident(clinic)
    await house.http.owner.deleteFrom('device_assignments').where('resident_id', '=', patient_id).execute()
    await house.lay(patient_id, device, instant('2026-04-02T01:00Z'), instant('2026-04-02T03:00Z'))
    await house.lay(neighbour, device, instant('2026-04-02T03:00Z'))
    await house.lay(patient_id, other, instant('2026-04-02T05:00Z'), instant('2026-04-02T06:30Z'))
    await house.writeMinutes(device, minutesFrom(instant('2026-04-02T00:00Z'), 600), clinic)
    await house.writeMinutes(other, minutesFrom(instant('2026-04-02T00:00Z'), 600), clinic)
    const end = '2026-04-03T00:00:00Z'
    expect((await tib({ patient_id, end, days: 1 })).items).toEqual([{ date: '2026-04-02', time_in_bed: 3.5 }])
    expect((await tib({ device_id: device.id, end, days: 1 })).items).toEqual([{ date: '2026-04-02', time_in_bed: 10 }])
  })

  it('gives the last 14 days unless told, 92 at most [RE-7]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    for (let day = 0; day < 20; day++)
      await house.writeMinutes(device, minutesFrom(instant('2026-03-20T12:00Z').add({ hours: 24 * day }), 60), clinic)
    const { items } = await tib({ patient_id, end: '2026-04-06T13:00:00Z' })
    expect(items.map(({ date }) => date)).toEqual(
      Array.from({ length: 14 }, (_, day) => Temporal.PlainDate.from('2026-03-24').add({ days: day }).toString()),
    )
    expect(items.every(({ time_in_bed }) => time_in_bed === 1)).toBe(true)
    const days = await house.admin.refused(readReport, { report: 'tib', patient_id, days: 93 })
    expect([days.status, days.body.field]).toEqual([422, 'days'])
    const period = { report: 'tib', patient_id, start: '2025-12-01T00:00:00Z', end: '2026-04-06T00:00:00Z' } as const
    expect((await house.admin.refused(readReport, period)).body.field).toBe('start')
    const turned = { ...period, start: '2026-04-07T00:00:00Z' }
    expect((await house.admin.refused(readReport, turned)).body.field).toBe('start')
  })

  it('counts the days of a device in stock in its own zone [RE-7]', async () => {
    const device = await house.addDevice(null, 'Asia/Tokyo')
    const { timezone, items } = await tib({ device_id: device.id })
    expect([timezone, items]).toEqual(['Asia/Tokyo', []])
  })
})
