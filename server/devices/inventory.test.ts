import {
  addInStock,
  assignDevice,
  createDevice,
  deleteDevice,
  listAllDevices,
  listDeviceConnections,
  listDeviceRecords,
  listDevices,
  listInventory,
  readDevice,
  readDeviceActivity,
  removeDevice,
  renameDevice,
  returnDevice,
  setInventoryStatus,
  setRecordStatus,
  updateDevice,
} from '@eupnea/contract/devices.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ctx, withCtx } from '../platform/context.ts'
import { listenToEvents, type PortalEvent } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { countMalformed, findDeviceKeys } from './index.ts'
import { openWard, type Ward } from './ward.fixture.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.http.close())

const log = createLog('fatal')
const asJob = <T>(work: (ctx: Ctx) => Promise<T>) =>
  withCtx({ database: ward.http.database, actor: { type: 'job', name: 'test' }, log }, work)
const login = (device_id: string) => asJob(async (ctx) => (await findDeviceKeys(ctx, [device_id])).get(device_id))

async function addBed(room = '12') {
  const device_id = await ward.addDevice()
  const patient_id = await ward.addResident({ room })
  await ward.staff.call(assignDevice, { device_id, patient_id })
  return { device_id, patient_id }
}

/** Adds a past reading of the device. */
async function addReading(device_id: string, ago = '1 minute', rr = 14) {
  await sql`select keep_partitions(current_date - 1, current_date + 1, current_date - 1, current_date - 1)`.execute(
    ward.http.owner,
  )
  await sql`
    with d as (select d.no, c.no as clinic_no from devices d left join clinics c on c.id = d.clinic_id where d.id = ${device_id}),
    r as (insert into readings select no, coalesce(clinic_no, 0), date_trunc('milliseconds', now()) - ${ago}::interval, ${rr}, 1 from d)
    insert into latest select no, coalesce(clinic_no, 0), date_trunc('milliseconds', now()) - ${ago}::interval, ${rr}, 1, now() from d
    on conflict (device_no) do nothing`.execute(ward.http.owner)
}

describe('records', () => {
  it('tell who lies and lay under which device, by facility, device and resident [DE-1]', async () => {
    const { device_id, patient_id } = await addBed('Nook 77')
    await ward.staff.call(assignDevice, { device_id, patient_id, status: 0 })
    const next = await ward.addResident()
    await ward.staff.call(assignDevice, { device_id, patient_id: next })
    const { items, pagination } = await ward.staff.call(listDeviceRecords, { device_id })
    // Since their link, although the first also has what a new device had stored before.
    for (const { since } of items)
      expect(Temporal.Instant.from(since).until(Temporal.Now.instant()).total('minutes')).toBeLessThan(5)
    expect(items.map((record) => [record.patient_id, record.record_status, record.until === null])).toEqual([
      [next, 'current', true],
      [patient_id, 'previous', false],
    ])
    expect(pagination).toEqual({ page: 1, page_size: 10, total_records: 2 })
    const previous = await ward.staff.call(listDeviceRecords, { patient_id, record_status: 'previous' })
    expect(previous.items).toMatchObject([{ device_id, room: 'Nook 77', clinic_id: ward.clinic_id }])
    expect((await ward.staff.call(listDeviceRecords, { search: 'nook 77' })).items).toHaveLength(1)
    expect((await ward.stranger.call(listDeviceRecords, {})).items).toEqual([])
    expect((await ward.stranger.refused(listDeviceRecords, { device_id })).status).toBe(404)
  })

  it('end when they become previous, and do not begin again [DE-3]', async () => {
    const { device_id, patient_id } = await addBed()
    const [record] = (await ward.staff.call(listDeviceRecords, { device_id })).items
    const { record_id } = record!
    expect((await ward.stranger.refused(setRecordStatus, { record_id, record_status: 'previous' })).status).toBe(404)
    const ended = await ward.staff.call(setRecordStatus, { record_id, record_status: 'previous' })
    expect(ended).toMatchObject({ record_id, record_status: 'previous', patient_id })
    expect(await ward.staff.call(readDevice, { device_id })).toMatchObject({ patient_id: null })
    for (const record_status of ['previous', 'current'] as const) {
      const { status, body } = await ward.staff.refused(setRecordStatus, { record_id, record_status })
      expect([status, body.code]).toEqual([409, 'record_is_previous'])
    }
  })
})

it('are changed by what stands in the query, beside the data in the body [DE-3] [AP-1]', async () => {
  const { device_id } = await addBed()
  const [record] = (await ward.staff.call(listDeviceRecords, { device_id })).items
  const change = (noun: string, record_id: string, record_status: string) =>
    ward.admin.send('POST', `/devices/${noun}/status?${new URLSearchParams({ record_id, record_status })}`, {
      data: {},
    })
  expect(await change('records', record!.record_id, 'previous')).toMatchObject({ status: 200 })
  expect(await change('inventory', device_id, 'inactive')).toMatchObject({
    status: 200,
    body: { device_id, record_status: 'inactive' },
  })
  expect(await change('inventory', device_id, 'gone')).toMatchObject({ status: 422, body: { field: 'record_status' } })
  expect(await change('inventory', device_id, 'active')).toMatchObject({ status: 200 })
})

describe('inventory', () => {
  it('says who put a device in stock: a Superadmin as admin, another as user [DE-6]', async () => {
    const other = await ward.http.asUser({ groups: ['vc-admin', 'superadmin-feature'] })
    const byAdmin = await ward.admin.call(createDevice, { device_uid: 'stock-by-admin' })
    const byUser = await other.call(createDevice, { device_uid: 'stock-by-user' })
    const owned = async (owner: { admin_id?: string; user_id?: string }) =>
      (await ward.admin.call(listInventory, { ...owner, search: 'stock-by-' })).items
    expect(await owned({ admin_id: ward.admin.userId })).toMatchObject([
      { record_id: byAdmin.device_id, admin_id: ward.admin.userId, user_id: null, record_status: 'active' },
    ])
    expect(await owned({ user_id: other.userId })).toMatchObject([
      { record_id: byUser.device_id, admin_id: null, user_id: other.userId },
    ])
    expect((await ward.staff.call(listInventory, { search: 'stock-by-' })).items).toEqual([])
  })

  it('goes by name as people count, also across pages [DE-1]', async () => {
    for (const name of ['Shelf 10', 'Shelf 9', 'Shelf 100', 'Shelf 9']) await ward.admin.call(createDevice, { name })
    const names = []
    for (const page of [1, 2])
      names.push(...(await ward.admin.call(listInventory, { search: 'Shelf', page, limit: 2 })).items)
    expect(names.map(({ name }) => name)).toEqual(['Shelf 9', 'Shelf 9', 'Shelf 10', 'Shelf 100'])
    expect(new Set(names.map(({ record_id }) => record_id)).size).toBe(4)
  })

  it('an inactive device neither connects nor is assigned, and is free again when active [DE-3]', async () => {
    const device_id = await ward.addDevice()
    const heard: PortalEvent[] = []
    const events = await listenToEvents(ward.http.connections.work, log)
    events.on((event) => heard.push(event))
    const off = await ward.admin.call(setInventoryStatus, { record_id: device_id, record_status: 'inactive' })
    expect(off).toMatchObject({ record_status: 'inactive', clinic_id: ward.clinic_id })
    await expect.poll(() => heard).toContainEqual({ type: 'device_key_changed', device_id })
    await events.close()
    expect(await login(device_id)).toBeUndefined()
    const refused = await ward.staff.refused(assignDevice, { device_id, patient_id: await ward.addResident() })
    expect([refused.status, refused.body.code]).toEqual([409, 'device_inactive'])
    const live = await ward.http.owner.selectFrom('device_places').select('device_id').execute()
    expect(live.map((place) => place.device_id)).not.toContain(device_id)
    const free = await ward.staff.call(listDevices, { status: 'available', limit: 200 })
    expect(free.items.map((device) => device.device_id)).not.toContain(device_id)
    const inactive = await ward.admin.call(listInventory, { status: 'inactive', clinic_id: ward.clinic_id })
    expect(inactive.items.map((item) => item.record_id)).toEqual([device_id])
    const byItsName = { record_status: 'inactive', clinic_id: ward.clinic_id } as const
    expect(await ward.admin.call(listInventory, byItsName)).toEqual(inactive)
    await ward.admin.call(setInventoryStatus, { record_id: device_id, record_status: 'active' })
    expect(await login(device_id)).toBeDefined()
    await ward.staff.call(assignDevice, { device_id, patient_id: await ward.addResident() })
  })

  it('a device with a resident is neither made inactive nor returned, moved or deleted, and says whose it is [DE-3] [DE-4]', async () => {
    const { device_id } = await addBed('9c')
    const answers = [
      await ward.admin.refused(setInventoryStatus, { record_id: device_id, record_status: 'inactive' }),
      await ward.admin.refused(returnDevice, { device_id }),
      await ward.admin.refused(updateDevice, { device_id, clinic_id: null }),
      await ward.admin.refused(deleteDevice, { device_id }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([409, 'device_occupied'])
      expect(body.message).toContain('room 9c')
    }
  })

  it('a returned device is out: inactive, at no facility, its key void; in stock again it has a new one [DE-4] [DE-8]', async () => {
    const { device_id, key } = await ward.admin.call(createDevice, { clinic_id: ward.clinic_id, device_uid: 'back-1' })
    const hash = await login(device_id)
    expect(await ward.admin.call(returnDevice, { device_id })).toMatchObject({
      record_status: 'inactive',
      clinic_id: null,
      is_returned: true,
    })
    expect((await ward.admin.refused(returnDevice, { device_id })).body.code).toBe('device_returned')
    const activated = await ward.admin.refused(setInventoryStatus, { record_id: device_id, record_status: 'active' })
    expect([activated.status, activated.body.code]).toEqual([409, 'device_returned'])
    const back = await ward.admin.call(addInStock, { device_uid: 'back-1' })
    expect(back).toMatchObject({ device_id, clinic_id: null, record_status: 'active' })
    expect(back.key.password).not.toBe(key.password)
    expect(await login(device_id)).not.toEqual(hash)
    const again = await ward.admin.refused(addInStock, { device_id })
    expect([again.status, again.body.code]).toEqual([409, 'device_in_inventory'])
    expect((await ward.admin.refused(addInStock, { device_uid: 'unknown' })).status).toBe(404)
  })

  it('a device removed from its facility is in stock, and its resident has none [DE-2]', async () => {
    const { device_id, patient_id } = await addBed()
    const elsewhere = await ward.admin.refused(removeDevice, { clinic_id: await ward.http.createClinic(), device_id })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'device_elsewhere'])
    const removed = await ward.admin.call(removeDevice, { clinic_id: ward.clinic_id, device_id })
    expect(removed).toMatchObject({ clinic_id: null, patient_id: null, status: 'available' })
    expect((await ward.admin.call(listDevices, { place: 'stock', limit: 200 })).items).toContainEqual(removed)
    const { items } = await ward.staff.call(listDeviceRecords, { patient_id })
    expect(items).toMatchObject([{ device_id, record_status: 'previous' }])
    expect((await ward.admin.refused(removeDevice, { clinic_id: ward.clinic_id, device_id })).status).toBe(409)
  })
})

describe('changes', () => {
  it('renames, for staff of the facility too [DE-4]', async () => {
    const device_id = await ward.addDevice({ name: 'Old' })
    expect(await ward.staff.call(renameDevice, { device_id, name: ' Bed 4 ' })).toMatchObject({ device_name: 'Bed 4' })
    expect((await ward.stranger.refused(renameDevice, { device_id, name: 'Mine' })).status).toBe(404)
    expect((await ward.staff.refused(renameDevice, { device_id, name: ' ' })).status).toBe(422)
    expect(await ward.staff.call(renameDevice, { device_id, device_name: 'Bed 5' })).toMatchObject({ name: 'Bed 5' })
    expect((await ward.staff.refused(renameDevice, { device_id })).status).toBe(400)
    const other = { device_name: 'Bed 6', device_tz: 'Asia/Tokyo' }
    expect(await ward.admin.call(updateDevice, { device_id, ...other })).toMatchObject({
      name: 'Bed 6',
      tz: 'Asia/Tokyo',
    })
  })

  it('changes what is given, and says what somebody else has changed meanwhile [DE-4]', async () => {
    const device_id = await ward.addDevice({ name: 'Old' })
    const was = { name: 'Old', tz: 'Europe/London' }
    const changes = { tz: 'Asia/Tokyo', topic_prefix: 'home/bed-77' }
    expect(await ward.admin.call(updateDevice, { device_id, was, ...changes })).toMatchObject({
      name: 'Old',
      ...changes,
    })
    const { status, body } = await ward.admin.refused(updateDevice, { device_id, was, name: 'New' })
    expect([status, body.code, body.field]).toEqual([409, 'device_changed', 'tz'])
    expect(body.message).toContain('Asia/Tokyo')
    const taken = await ward.admin.refused(updateDevice, {
      device_id: await ward.addDevice(),
      topic_prefix: 'home/bed-77',
    })
    expect([taken.status, taken.body.field]).toEqual([409, 'topic_prefix'])
    expect(await ward.admin.call(updateDevice, { device_id, topic_prefix: null })).toMatchObject({ topic_prefix: null })
  })

  it('sets how far away somebody still counts as in bed, from 0.3 to 10 m, and records what it was [WA-9] [AP-5]', async () => {
    const device_id = await ward.addDevice()
    expect(await ward.staff.call(readDevice, { device_id })).toMatchObject({ presence_range: 1.5 })
    const changed = await ward.admin.call(updateDevice, {
      device_id,
      was: { presence_range: 1.5 },
      presence_range: 3.2,
    })
    expect(changed).toMatchObject({ presence_range: 3.2 })
    const { detail } = await ward.http.owner
      .selectFrom('audit_entries')
      .select('detail')
      .where('device_id', '=', device_id)
      .where('act', '=', 'device.update')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ changes: { presence_range: { before: 1.5, after: 3.2 } } })
    const stale = await ward.admin.refused(updateDevice, { device_id, was: { presence_range: 1.5 }, presence_range: 2 })
    expect([stale.status, stale.body.field]).toEqual([409, 'presence_range'])
    for (const presence_range of [0.2, 10.1])
      expect((await ward.admin.refused(updateDevice, { device_id, presence_range })).status).toBe(422)
    expect((await ward.staff.refused(updateDevice, { device_id, presence_range: 2 })).status).toBe(403)
  })

  it('moves a free device to another facility and into stock [DE-4]', async () => {
    const device_id = await ward.addDevice()
    const clinic_id = await ward.http.createClinic({ tz: 'America/New_York' })
    expect(await ward.admin.call(updateDevice, { device_id, clinic_id })).toMatchObject({
      clinic_id,
      device_tz: 'America/New_York',
    })
    expect((await ward.staff.refused(readDevice, { device_id })).status).toBe(404)
    expect(await ward.admin.call(updateDevice, { device_id, clinic_id: null })).toMatchObject({ clinic_id: null })
    expect((await ward.admin.refused(updateDevice, { device_id, clinic_id: 'nowhere' })).status).toBe(404)
    const told = { device_id, clinic_id, tz: 'Asia/Tokyo' }
    expect(await ward.admin.call(updateDevice, told)).toMatchObject({ clinic_id, device_tz: 'Asia/Tokyo' })
  })

  it('deletes a device that has sent nothing, and keeps one with readings, saying so [DE-4]', async () => {
    const device_id = await ward.addDevice()
    await ward.admin.call(deleteDevice, { device_id })
    expect((await ward.admin.refused(readDevice, { device_id })).status).toBe(404)
    const spoken = await ward.addDevice()
    await addReading(spoken)
    const { status, body } = await ward.admin.refused(deleteDevice, { device_id: spoken })
    expect([status, body.code]).toEqual([409, 'device_has_readings'])
    expect(body.message).toContain('has readings')
  })
})

describe('lists', () => {
  it('gives all devices of a facility, those of its dashboard, and who is connected [DE-1] [DE-7]', async () => {
    const clinic_id = await ward.http.createClinic()
    const device_id = await ward.addDevice({ clinic_id, name: 'B' })
    const other = await ward.addDevice({ clinic_id, name: 'A' })
    await ward.admin.call(assignDevice, { device_id, patient_id: await ward.addResident({ clinic_id }) })
    const all = await ward.admin.call(listAllDevices, { clinic_id })
    expect([all.items.map((device) => device.device_id), all.total_records]).toEqual([[other, device_id], 2])
    const occupied = await ward.admin.call(listAllDevices, { clinic_id, status: 'occupied' })
    expect(occupied.items.map((device) => device.device_id)).toEqual([device_id])
    await sql`insert into presence select no, true, now() from devices where id = ${device_id}`.execute(ward.http.owner)
    const { items } = await ward.admin.call(listDeviceConnections, { clinic_id })
    expect(Object.fromEntries(items.map((item) => [item.device_id, item.device_conn_status]))).toEqual({
      [device_id]: 1,
      [other]: 0,
    })
    const connected = await ward.admin.call(listDevices, { clinic_id, connection: '1' })
    expect(connected.items.map((device) => device.device_id)).toEqual([device_id])
    const sorted = await ward.admin.call(listDevices, { clinic_id, sort: 'name', order: 'desc' })
    expect(sorted.items.map((device) => device.name)).toEqual(['B', 'A'])
  })

  it('shows the activity of a new device by its uid, and nothing of a resident before [DE-4]', async () => {
    const device_id = await ward.addDevice({ device_uid: 'NEW 1' })
    await addReading(device_id, '2 minutes', 13)
    await asJob((ctx) => countMalformed(ctx, [{ device_id, reason: 'not_json', count: 3, sample: '{' }]))
    const activity = await ward.staff.call(readDeviceActivity, { device_uid: 'NEW 1' })
    expect(activity).toMatchObject({ device_id, malformed: [{ reason: 'not_json', count: 3 }] })
    expect(activity.readings.map(({ rr }) => rr)).toEqual([13])
    expect(activity.last_seen).toBe(activity.readings[0]!.ts)
    const patient_id = await ward.addResident()
    await ward.staff.call(assignDevice, { device_id, patient_id })
    expect((await ward.staff.call(readDeviceActivity, { device_uid: 'NEW 1' })).readings).toEqual([])
    expect((await ward.stranger.refused(readDeviceActivity, { device_uid: 'NEW 1' })).status).toBe(404)
  })
})
