import {
  assignDevice,
  createDevices,
  listDevices,
  listMalformedMessages,
  readDevice,
  readDeviceMetrics,
} from '@eupnea/contract/devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffOf } from '../../tests/kit/staff-of.ts'
import { type Actor, type Ctx, withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { countMalformed, findDeviceKeys, noteDeviceStatus, releaseDevice, removeDevicesOfClinic } from './index.ts'
import { openWard, type Ward } from './ward.fixture.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.http.close())

const log = createLog('fatal')
const job: Actor = { type: 'job', name: 'test' }
const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
  withCtx({ database: ward.http.database, actor, log }, work)

const noOf = async (device_id: string) =>
  (await ward.http.owner.selectFrom('devices').select('no').where('id', '=', device_id).executeTakeFirstOrThrow()).no

/** Marks devices as online or offline. */
const setOnline = async (ids: readonly string[], online = true) => {
  for (const id of ids)
    await ward.http.owner
      .insertInto('presence')
      .values({ device_no: await noOf(id), online, changed_at: Temporal.Now.instant() })
      .execute()
}

describe('listDevices', () => {
  it('pages by ten, by name, with the count of all [DE-1]', async () => {
    const clinic_id = await ward.http.createClinic()
    const data = Array.from({ length: 23 }, (_, index) => ({ name: `Sensor ${String(index).padStart(2, '0')}` }))
    await ward.admin.call(createDevices, { clinic_id, data })
    const first = await ward.admin.call(listDevices, { clinic_id })
    expect(first.items.map((device) => device.name)).toEqual(data.slice(0, 10).map((line) => line.name))
    expect(first.pagination).toEqual({ page: 1, page_size: 10, total_records: 23 })
    const third = await ward.admin.call(listDevices, { clinic_id, page: 3, limit: 10 })
    expect(third.items.map((device) => device.name)).toEqual(data.slice(20).map((line) => line.name))
  })

  it('counts as people do in names and rooms: 9 before 10 [DE-1]', async () => {
    const clinic_id = await ward.http.createClinic()
    for (const count of [10, 9]) {
      const device_id = await ward.addDevice({ clinic_id, name: `Bed ${count}` })
      const patient_id = await ward.addResident({ clinic_id, room: `Room ${19 - count}` })
      await ward.admin.call(assignDevice, { device_id, patient_id, status: 1 })
    }
    const names = async (sort: 'name' | 'room') =>
      (await ward.admin.call(listDevices, { clinic_id, sort })).items.map(({ name }) => name)
    expect(await names('name')).toEqual(['Bed 9', 'Bed 10'])
    expect(await names('room')).toEqual(['Bed 10', 'Bed 9'])
  })

  it('finds by name, uid and room, and by whether there is a resident [DE-1] [DE-5]', async () => {
    const device_id = await ward.addDevice({ name: 'Fenster 100%', device_uid: 'QX-77' })
    const other = await ward.addDevice({ name: 'Fenster 1000' })
    await ward.staff.call(assignDevice, { device_id, patient_id: await ward.addResident({ room: 'West_3' }) })
    const find = async (filter: { search?: string; status?: 'occupied' | 'available' }) =>
      (await ward.staff.call(listDevices, filter)).items.map((device) => device.device_id)
    for (const search of ['fenster 100%', 'qx-7', 'west_3']) expect(await find({ search }), search).toEqual([device_id])
    expect(await find({ search: 'westx3' })).toEqual([])
    expect(await find({ search: 'Fenster', status: 'available' })).toEqual([other])
    expect(await find({ search: 'Fenster', status: 'occupied' })).toEqual([device_id])
  })

  it('shows connection, resident, place and the newest reading [DE-1] [DE-7]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident({ room: '31' })
    await ward.staff.call(assignDevice, { device_id, patient_id })
    await setOnline([device_id])
    const ts = Temporal.Instant.from('2026-03-01T10:00:00.5Z')
    const { no: clinic_no } = await ward.http.owner
      .selectFrom('clinics')
      .select('no')
      .where('id', '=', ward.clinic_id)
      .executeTakeFirstOrThrow()
    await ward.http.owner
      .insertInto('latest')
      .values({ device_no: await noOf(device_id), clinic_no, ts, seen_at: ts })
      .execute()
    expect(await ward.staff.call(readDevice, { device_id })).toMatchObject({
      device_conn_status: 1,
      patient_id,
      room: '31',
      floorName: '',
      last_seen: '2026-03-01T10:00:00.5Z',
    })
  })
})

describe('another facility', () => {
  it('answers 404 for its devices, lists and counts [FA-4]', async () => {
    const device_id = await ward.addDevice()
    const { clinic_id } = ward
    const answers = await Promise.all([
      ward.stranger.refused(readDevice, { device_id }),
      ward.stranger.refused(listMalformedMessages, { device_id }),
      ward.stranger.refused(listDevices, { clinic_id }),
      ward.stranger.refused(readDeviceMetrics, { clinic_id }),
      ward.staff.refused(readDevice, { device_id: 'nothing' }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404])
    expect((await ward.stranger.call(listDevices, {})).items).toEqual([])
  })

  it('is not in the rows of a query without a WHERE [FA-4]', async () => {
    const foreign = await ward.http.createClinic()
    const own = await ward.addDevice()
    const theirs = await ward.addDevice({ clinic_id: foreign })
    const stock = await ward.addDevice({ clinic_id: null })
    await as(job, (ctx) =>
      countMalformed(
        ctx,
        [own, theirs, stock].map((device_id) => ({ device_id, reason: 'not_json', count: 1, sample: '' })),
      ),
    )
    await ward.staff.call(assignDevice, { device_id: own, patient_id: await ward.addResident() })
    const patient_id = await ward.addResident({ clinic_id: foreign })
    await ward.admin.call(assignDevice, { device_id: theirs, patient_id })
    await as(staffOf(ward.clinic_id), async ({ db }) => {
      const ids = {
        devices: (await db.selectFrom('devices').select('id').execute()).map((row) => row.id),
        details: (await db.selectFrom('device_details').select('device_id').execute()).map((row) => row.device_id),
        spans: (await db.selectFrom('resident_spans').select('device_id').execute()).map((row) => row.device_id),
        malformed: (await db.selectFrom('malformed_messages').select('device_id').execute()).map(
          (row) => row.device_id,
        ),
      }
      for (const [what, seen] of Object.entries(ids)) {
        expect(seen, what).toContain(own)
        expect(seen, what).not.toContain(theirs)
        expect(seen, what).not.toContain(stock)
      }
    })
  })
})

describe('readDeviceMetrics', () => {
  it('counts devices and residents in scope; disconnected over installed, rounded [DE-5]', async () => {
    const clinic_id = await ward.http.createClinic()
    const staff = await ward.http.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const none = await staff.call(readDeviceMetrics, {})
    expect(none).toMatchObject({ installed_devices: 0, disconnected_devices_percentage: 0, total_clinics: 1 })
    const devices = [
      await ward.addDevice({ clinic_id }),
      await ward.addDevice({ clinic_id }),
      await ward.addDevice({ clinic_id }),
    ]
    const residents = [await ward.addResident({ clinic_id }), await ward.addResident({ clinic_id })]
    await ward.addResident({ clinic_id, status: 2 })
    await staff.call(assignDevice, { device_id: devices[0]!, patient_id: residents[0]! })
    await staff.call(assignDevice, { device_id: devices[1]!, patient_id: residents[1]! })
    await setOnline([devices[0]!, devices[2]!])
    await setOnline([devices[1]!], false)
    const metrics = {
      disconnected_devices_percentage: 33,
      installed_devices: 3,
      total_admitted_patients: 2,
      total_clinics: 1,
      total_connected_patients: 1,
      total_disconnected_devices: 1,
      total_online_devices: 2,
    }
    expect(await staff.call(readDeviceMetrics, {})).toEqual(metrics)
    expect(await ward.admin.call(readDeviceMetrics, { clinic_id })).toEqual(metrics)
    const all = await ward.admin.call(readDeviceMetrics, {})
    expect(all.total_clinics).toBeGreaterThan(1)
    expect(all.installed_devices).toBeGreaterThan(3)
    // Four of six are 66.7%.
    for (let more = 0; more < 3; more++) await ward.addDevice({ clinic_id })
    expect((await staff.call(readDeviceMetrics, {})).disconnected_devices_percentage).toBe(67)
  })
})

describe('malformed messages', () => {
  it('are added up by device and reason, with a sample that can be shown [LI-1]', async () => {
    const device_id = await ward.addDevice()
    const entry = { device_id, reason: 'not_json', count: 2, sample: 'first' }
    await as(job, (ctx) =>
      countMalformed(ctx, [entry, { ...entry, count: 3, sample: `a\u0000b\ud800${'x'.repeat(300)}` }]),
    )
    await as(job, (ctx) =>
      countMalformed(ctx, [
        { ...entry, count: 1, sample: '{"ts":' },
        { ...entry, reason: 'ts_ahead', sample: '' },
      ]),
    )
    await as(job, (ctx) => countMalformed(ctx, [{ ...entry, device_id: 'removed meanwhile' }]))
    const { items, pagination } = await ward.staff.call(listMalformedMessages, { device_id })
    expect(pagination).toEqual({ page: 1, page_size: 2, total_records: 2 })
    expect(items.map(({ reason, count, sample }) => [reason, count, sample])).toEqual([
      ['not_json', 6, '{"ts":'],
      ['ts_ahead', 2, ''],
    ])
    await as(job, (ctx) => countMalformed(ctx, [{ ...entry, count: 1, sample: `a\u0000b\ud800${'x'.repeat(300)}` }]))
    const [newest] = (await ward.staff.call(listMalformedMessages, { device_id })).items
    expect(newest?.sample).toBe(`a·b·${'x'.repeat(196)}`)
  })
})

describe('for other nouns', () => {
  it('finds what a device must show, and keeps what it says of itself [DE-8] [LI-1]', async () => {
    const device_id = await ward.addDevice()
    const keys = await as(job, (ctx) => findDeviceKeys(ctx, [device_id, 'nothing']))
    expect([...keys.keys()]).toEqual([device_id])
    expect(keys.get(device_id)).toHaveLength(32)
    await as(job, (ctx) => noteDeviceStatus(ctx, device_id, { online: true, fw_version: '1.2', softap_ssid: 'setup' }))
    await as(job, (ctx) => noteDeviceStatus(ctx, device_id, { online: false, fw_version: '1.3' }))
    await as(job, (ctx) => noteDeviceStatus(ctx, device_id, { online: true }))
    expect(await ward.staff.call(readDevice, { device_id })).toMatchObject({
      fw_version: '1.3',
      softap_ssid: 'setup',
      target_ssid: null,
    })
  })

  it('frees the device of a resident who leaves; nothing when there is none [RE-4] [RE-5]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident()
    await ward.staff.call(assignDevice, { device_id, patient_id })
    await as(staffOf(ward.clinic_id), (ctx) => releaseDevice(ctx, patient_id))
    expect(await ward.staff.call(readDevice, { device_id })).toMatchObject({ patient_id: null, status: 'available' })
    await as(staffOf(ward.clinic_id), (ctx) => releaseDevice(ctx, patient_id))
    await ward.staff.call(assignDevice, { device_id, patient_id: await ward.addResident() })
  })

  it('removes the devices of one facility and says their numbers [DE-2]', async () => {
    const clinic_id = await ward.http.createClinic()
    const device_id = await ward.addDevice({ clinic_id })
    const kept = await ward.addDevice()
    await ward.admin.call(assignDevice, { device_id, patient_id: await ward.addResident({ clinic_id }) })
    const no = await noOf(device_id)
    expect(await as(job, (ctx) => removeDevicesOfClinic(ctx, clinic_id))).toEqual([no])
    expect(await as(job, (ctx) => removeDevicesOfClinic(ctx, clinic_id))).toEqual([])
    expect((await ward.admin.refused(readDevice, { device_id })).status).toBe(404)
    expect((await ward.staff.call(readDevice, { device_id: kept })).device_id).toBe(kept)
  })
})
