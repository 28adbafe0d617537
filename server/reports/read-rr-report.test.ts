import { readReport } from '@eupnea/contract/reports.ts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { floorHour, floorMinute, rollHours } from '../measurements/index.ts'
import { createLog } from '../platform/log.ts'
import { house, minutesFrom, reportJob, today, useHouse } from './history.fixture.ts'

useHouse({ first: today(-34), last: today(1) })

type Input = Omit<z.input<typeof readReport.input>, 'report'>

const rr = async (input: Input) => {
  const answer = await house.staff.call(readReport, { report: 'rr', ...input })
  if (!('resolution' in answer)) throw new Error('Not the respiration report')
  return answer
}

const present = () => floorMinute(Temporal.Now.instant())
const roll = () =>
  rollHours({ database: house.http.database, actor: reportJob, log: createLog('fatal') }, Temporal.Now.instant(), 'all')

it('of 24 and 72 hours and the daily report of today begin with the same minute [RP-3] [RP-6]', async () => {
  const clinic = await house.createClinic()
  const device = await house.addDevice(clinic)
  await house.lay(await house.addResident(clinic), device, present().subtract({ hours: 100 }))
  const day = present().subtract({ hours: 1 })
  const days = [-2, -1, 0, 1, 2].map((minutes) => present().subtract({ hours: 72 }).add({ minutes }))
  await house.writeMinutes(
    device,
    [...days, day].map((at, nth) => ({ at, rr: 10 + nth })),
    clinic,
  )
  const change = async (report: 'daily' | 'rr-24-72') => {
    const { items } = await house.admin.call(readReport, { report, structure: 'out', clinic_id: clinic.id })
    const [row] = items as { rr_change?: number; rr_change_hrs_3days?: number }[]
    return row!.rr_change ?? row!.rr_change_hrs_3days
  }
  // Between two minutes they may differ.
  await expect.poll(async () => (await change('daily')) === (await change('rr-24-72'))).toBe(true)
})

describe('the respiration report', () => {
  it('gives minutes of the last 24 hours, or up to 72 [RE-7] [RP-6]', async () => {
    const device = await house.addDevice()
    const now = present()
    const ago = [{ hours: 73 }, { hours: 71 }, { hours: 25 }, { hours: 23 }, { minutes: 1 }]
    await house.writeMinutes(
      device,
      ago.map((span, index) => ({ at: now.subtract(span), rr: 10 + index })),
    )
    const day = await rr({ device_id: device.id })
    expect([day.resolution, day.items.map(({ avg }) => avg)]).toEqual(['minute', [13, 14]])
    const three = await rr({ device_id: device.id, hours: 72 })
    expect([three.resolution, three.items.map(({ avg }) => avg)]).toEqual(['minute', [11, 12, 13, 14]])
  })

  it('gives hours beyond: means of the minute averages, least and greatest reading [RE-7] [RP-6]', async () => {
    const device = await house.addDevice()
    const hour = floorHour(Temporal.Now.instant()).subtract({ hours: 80 })
    await house.writeMinutes(device, [
      { at: hour, rr: 10, min: 8, max: 11, dist: 1 },
      { at: hour.add({ minutes: 7 }), rr: 13, min: 12, max: 19.5, dist: null },
      { at: hour.add({ minutes: 59 }), rr: null, dist: 0.5 },
      { at: hour.add({ minutes: 60 }), rr: null, dist: null },
      { at: hour.add({ minutes: 180 }), rr: 20, dist: 0.7 },
    ])
    const expected = [
      { tracker_ts: hour.toString(), avg: 11.5, min: 8, max: 19.5, dist_rr_avg: 0.75 },
      { tracker_ts: hour.add({ hours: 1 }).toString(), avg: null, min: null, max: null, dist_rr_avg: null },
      { tracker_ts: hour.add({ hours: 3 }).toString(), avg: 20, min: 20, max: 20, dist_rr_avg: 0.7 },
    ]
    const before = await rr({ device_id: device.id, hours: 96 })
    expect(before).toEqual({ resolution: 'hour', items: expected, earlier_limits: [] })
    await roll()
    // Rolled-up hours are answered without their minutes.
    await house.http.owner.deleteFrom('minutes').where('device_no', '=', device.no).execute()
    expect(await rr({ device_id: device.id, hours: 96 })).toEqual(before)
  })

  it('begins with a whole hour, so that the first point is the mean of it [RE-7]', async () => {
    const device = await house.addDevice()
    const end = floorHour(Temporal.Now.instant()).subtract({ hours: 2, minutes: 20 })
    const first = floorHour(end.subtract({ hours: 100 }))
    await house.writeMinutes(device, [
      { at: first.subtract({ minutes: 1 }), rr: 30 },
      { at: first, rr: 10 },
      { at: first.add({ minutes: 50 }), rr: 20 },
      { at: end.subtract({ minutes: 1 }), rr: 16 },
      { at: end, rr: 40 },
    ])
    const { items } = await rr({ device_id: device.id, hours: 100, end: end.toString() })
    expect(items.map(({ avg }) => avg)).toEqual([15, 16])
  })

  it('gives a resident the minutes that are theirs, of every device they lay under [RE-7] [RP-6]', async () => {
    const [first, second] = [await house.addDevice(), await house.addDevice()]
    const [resident, other] = [await house.addResident(), await house.addResident()]
    const start = present().subtract({ hours: 20 })
    const at = (minutes: number, seconds = 0) => start.add({ minutes, seconds })
    await house.writeMinutes(first, minutesFrom(start, 60, { rr: 11 }))
    await house.writeMinutes(second, minutesFrom(start, 60, { rr: 22 }))
    await house.lay(other, first, at(0), at(10))
    await house.lay(resident, first, at(10), at(20, 30))
    await house.lay(other, first, at(20, 40), at(30))
    await house.lay(resident, second, at(30, 15), at(40, 15))
    await house.lay(resident, first, at(40, 45))
    const minutesOf = async (input: Input) =>
      (await rr(input)).items.map(({ tracker_ts, avg }) => [
        start.until(Temporal.Instant.from(tracker_ts)).total('minutes'),
        avg,
      ])
    const range = (from: number, to: number, avg: number) =>
      Array.from({ length: to - from }, (_, index) => [from + index, avg])
    // Minute 20 is a mean of two people. Minute 40 began under the second device and counts once, for the first.
    expect(await minutesOf({ patient_id: resident })).toEqual([
      ...range(10, 20, 11),
      ...range(30, 40, 22),
      ...range(40, 60, 11),
    ])
    expect(await minutesOf({ patient_id: resident, device_id: second.id })).toEqual(range(30, 40, 22))
    expect(await minutesOf({ patient_id: other })).toEqual([...range(0, 10, 11), ...range(21, 30, 11)])
    expect((await rr({ device_id: first.id })).items).toHaveLength(60)
    const hours = (await rr({ patient_id: resident, hours: 73 })).items
    expect(hours.length).toBeLessThanOrEqual(2)
    expect(Math.max(...hours.map(({ max }) => max ?? 0))).toBe(22)
  })

  it('takes a period instead, of 744 hours at most [RP-6]', async () => {
    const device = await house.addDevice()
    const start = present().subtract({ hours: 50 })
    await house.writeMinutes(device, minutesFrom(start, 10))
    const end = start.add({ minutes: 4 }).toString()
    const { items } = await rr({ device_id: device.id, start: start.add({ minutes: 1 }).toString(), end })
    expect(items).toHaveLength(3)
    const long = { report: 'rr', device_id: device.id } as const
    const hours = await house.staff.refused(readReport, { ...long, hours: 745 })
    expect([hours.status, hours.body.field]).toEqual([422, 'hours'])
    const period = await house.staff.refused(readReport, {
      ...long,
      start: start.subtract({ hours: 745 }).toString(),
      end,
    })
    expect([period.status, period.body.field]).toEqual([422, 'start'])
  })
})
