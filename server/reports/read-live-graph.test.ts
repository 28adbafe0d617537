import { readLiveGraph } from '@eupnea/contract/reports.ts'
import { describe, expect, it } from 'vitest'
import { floorMinute } from '../measurements/index.ts'
import { house, minutesFrom, type Sensor, today, useHouse } from './history.fixture.ts'

useHouse({ first: today(-5), last: today(1) })

const now = () => floorMinute(Temporal.Now.instant())

/** The graph's averages, by minutes before `present`. */
const graph = async (
  device: Sensor,
  present: Temporal.Instant,
  hours?: number,
): Promise<Record<number, number | null>> => {
  const { items } = await house.staff.call(readLiveGraph, { device_id: device.id, ...(hours ? { hours } : {}) })
  return Object.fromEntries(
    items.map(({ tracker_ts, avg }) => [Temporal.Instant.from(tracker_ts).until(present).total('minutes'), avg]),
  )
}

/** A device with readings `ago` minutes ago, at `ago` breaths per minute. */
const speak = async (device: Sensor, present: Temporal.Instant, ...ago: number[]) =>
  house.writeMinutes(
    device,
    ago.map((minutes) => ({ at: present.subtract({ minutes }), rr: minutes })),
  )

describe('readLiveGraph', () => {
  it('shows the minutes of the last two hours, gaps as gaps [RE-7]', async () => {
    const device = await house.addDevice()
    const present = now()
    await house.lay(await house.addResident(), device, present.subtract({ hours: 60 }))
    const at = present.subtract({ minutes: 3 })
    await house.writeMinutes(device, [{ at, rr: 14.256, min: 12.25, max: 16.5, dist: 0.8449 }])
    await speak(device, present, 1, 50, 119, 122, 600)
    const { items, device_id } = await house.staff.call(readLiveGraph, { device_id: device.id })
    expect(device_id).toBe(device.id)
    expect(items.map((point) => point.avg)).toEqual([119, 50, 14.26, 1])
    expect(items[2]).toEqual({ tracker_ts: at.toString(), avg: 14.26, min: 12.25, max: 16.5, dist_rr_avg: 0.84 })
    expect(Object.keys(await graph(device, present, 11))).toEqual(['1', '3', '50', '119', '122', '600'])
  })

  it('shows a minute without a valid rate as one, without a number [RE-7]', async () => {
    const device = await house.addDevice()
    const at = now().subtract({ minutes: 2 })
    await house.writeMinutes(device, [{ at, rr: null, dist: null }])
    const { items } = await house.staff.call(readLiveGraph, { device_id: device.id })
    expect(items).toEqual([{ tracker_ts: at.toString(), avg: null, min: null, max: null, dist_rr_avg: null }])
  })

  it('never shows what the device said of someone before [RE-7]', async () => {
    const device = await house.addDevice()
    const present = now()
    await house.lay(
      await house.addResident(),
      device,
      present.subtract({ hours: 30 }),
      present.subtract({ minutes: 40 }),
    )
    await house.lay(await house.addResident(), device, present.subtract({ minutes: 30 }))
    await speak(device, present, 60, 41, 40, 35, 31, 30, 29, 5)
    expect(await graph(device, present)).toEqual({ 5: 5, 29: 29, 30: 30 })
  })

  it('gives the minute of a hand-over to neither [RE-7]', async () => {
    const device = await house.addDevice()
    const present = now()
    const minute = present.subtract({ minutes: 20 })
    await house.lay(await house.addResident(), device, present.subtract({ hours: 30 }), minute.add({ seconds: 20 }))
    await house.lay(await house.addResident(), device, minute.add({ seconds: 40 }))
    await speak(device, present, 21, 20, 19)
    expect(await graph(device, present)).toEqual({ 19: 19 })
  })

  it('has the minute in which a resident came when nobody else lay there in it [RE-7]', async () => {
    const device = await house.addDevice()
    const present = now()
    await house.lay(await house.addResident(), device, present.subtract({ seconds: 20 * 60 - 50 }))
    await speak(device, present, 21, 20, 19)
    expect(await graph(device, present)).toEqual({ 19: 19, 20: 20 })
  })

  it('shows a device without a resident what it said since the last one left [RE-7]', async () => {
    const device = await house.addDevice()
    const present = now()
    await speak(device, present, 50, 21, 20, 19)
    expect(Object.keys(await graph(device, present))).toEqual(['19', '20', '21', '50'])
    const left = present.subtract({ seconds: 20 * 60 - 10 })
    await house.lay(await house.addResident(), device, present.subtract({ minutes: 40 }), left)
    expect(await graph(device, present)).toEqual({ 19: 19 })
  })

  it('reads at most 72 hours [RE-7]', async () => {
    const device = await house.addDevice()
    for (const hours of [0, 73]) {
      const { status, body } = await house.staff.refused(readLiveGraph, { device_id: device.id, hours })
      expect([status, body.field]).toEqual([422, 'hours'])
    }
  })

  it('does not exist for other facilities [FA-4]', async () => {
    const device = await house.addDevice()
    const { status, body } = await house.stranger.refused(readLiveGraph, { device_id: device.id })
    expect([status, body.code]).toEqual([404, 'device_not_found'])
    const other = await house.createClinic()
    expect((await house.admin.refused(readLiveGraph, { device_id: device.id, clinic_id: other.id })).status).toBe(404)
    expect((await house.admin.call(readLiveGraph, { device_id: device.id, clinic_id: house.clinic.id })).items).toEqual(
      [],
    )
  })

  it('leaves behind what a device measured in another facility [FA-4]', async () => {
    const other = await house.createClinic()
    const device = await house.addDevice()
    const present = now()
    await house.writeMinutes(device, minutesFrom(present.subtract({ minutes: 30 }), 5), other)
    await speak(device, present, 10)
    expect(await graph(device, present)).toEqual({ 10: 10 })
  })

  it('is recorded, with whose minutes were read [AP-5]', async () => {
    const device = await house.addDevice()
    const resident = await house.addResident()
    await house.lay(resident, device, now().subtract({ hours: 1 }))
    await house.staff.call(readLiveGraph, { device_id: device.id })
    const entry = await house.http.owner
      .selectFrom('audit_entries')
      .select(['act', 'actor_id', 'clinic_id', 'resident_id'])
      .where('device_id', '=', device.id)
      .executeTakeFirstOrThrow()
    const { staff, clinic } = house
    expect(entry).toEqual({
      act: 'report.live-graph',
      actor_id: staff.userId,
      clinic_id: clinic.id,
      resident_id: resident,
    })
  })
})
