import { createHash } from 'node:crypto'
import { calls } from '@eupnea/contract/calls.ts'
import { createDevice, createDevices, listDevices, readDevice, rotateDeviceKey } from '@eupnea/contract/devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PortalEvent } from '../platform/events.ts'
import { listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { openWard, type Ward } from './ward.fixture.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.http.close())

const keyHashOf = async (device_id: string): Promise<Buffer> =>
  (await ward.http.owner.selectFrom('devices').select('key_hash').where('id', '=', device_id).executeTakeFirstOrThrow())
    .key_hash

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const countDevices = async () =>
  (await ward.admin.call(listDevices, { clinic_id: ward.clinic_id })).pagination.total_records

describe('createDevice', () => {
  it('fills in what is left out: id, uid, name, the facility’s zone [DE-2]', async () => {
    const device = await ward.admin.call(createDevice, { clinic_id: ward.clinic_id })
    expect(device.device_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(device).toMatchObject({
      device_uid: device.device_id,
      name: device.device_id,
      device_name: device.device_id,
      tz: 'Europe/London',
      device_tz: 'Europe/London',
      clinic_id: ward.clinic_id,
      patient_id: null,
      status: 'available',
      device_conn_status: 0,
      last_seen: null,
    })
  })

  it('takes what is given; without a facility the device is in stock, in UTC [DE-2]', async () => {
    const given = { device_id: 'mr60-1', device_uid: 'SN 1', name: 'Window', topic_prefix: 'home/bed-1' }
    const device = await ward.admin.call(createDevice, given)
    expect(device).toMatchObject({ ...given, tz: 'UTC', clinic_id: null })
    const second = await ward.admin.call(createDevice, {
      clinic_id: ward.clinic_id,
      device_uid: 'SN 2',
      tz: 'Asia/Tokyo',
      name: ' ',
    })
    expect(second).toMatchObject({ device_uid: 'SN 2', name: 'SN 2', tz: 'Asia/Tokyo' })
  })

  it('takes name and zone by the other names that the specification has for them [DE-2]', async () => {
    const { clinic_id } = ward
    const given = { device_name: 'Door', device_tz: 'Asia/Tokyo' }
    const said = { ...given, name: 'Door', tz: 'Asia/Tokyo' }
    expect(await ward.admin.call(createDevice, { clinic_id, ...given })).toMatchObject(said)
    const { items } = await ward.admin.call(createDevices, { clinic_id, data: [given, { ...given, name: 'Shelf' }] })
    expect(items.map(({ name }) => name).sort()).toEqual(['Door', 'Shelf'])
    expect((await ward.admin.refused(createDevice, { device_tz: 'Mars/Base' })).body.field).toBe('device_tz')
  })

  it('shows the key once and keeps its hash alone [DE-8]', async () => {
    const { device_id, key } = await ward.admin.call(createDevice, { clinic_id: ward.clinic_id })
    expect(key.username).toBe(device_id)
    expect(Buffer.from(key.password, 'base64url')).toHaveLength(24)
    expect(await keyHashOf(device_id)).toEqual(sha256(key.password))
    const { body } = await ward.admin.send('GET', `/devices/${device_id}`)
    expect(JSON.stringify(body)).not.toContain(key.password)
    expect(body).not.toHaveProperty('key')
  })

  it.each([
    [{ device_id: 'taken-1', device_uid: 'other' }, 'device_id'],
    [{ device_uid: 'taken-uid' }, 'device_uid'],
    [{ topic_prefix: 'taken/prefix' }, 'topic_prefix'],
  ])('refuses %o, which another device has, naming %s [DE-2]', async (line, field) => {
    const taken = { device_id: 'taken-1', device_uid: 'taken-uid', topic_prefix: 'taken/prefix' }
    await ward.admin.send('POST', '/devices', taken)
    const { status, body } = await ward.admin.refused(createDevice, line)
    expect([status, body.code, body.field]).toEqual([409, 'device_exists', field])
  })

  it('is for administrators, and for facilities that exist [DE-2] [ID-7]', async () => {
    const asStaff = await ward.staff.refused(createDevice, { clinic_id: ward.clinic_id })
    expect(asStaff.status).toBe(403)
    const nowhere = await ward.admin.refused(createDevice, { clinic_id: 'nowhere' })
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'facility_not_found'])
  })

  it('refuses prefixes that are no MQTT topic of their own [DE-2]', async () => {
    for (const topic_prefix of ['a/#', '+/b', '/a', 'a/', 'a//b', '$SYS/a', 'devices/x', 'a\u0000b']) {
      const { status } = await ward.admin.refused(createDevice, { topic_prefix })
      expect(status, topic_prefix).toBe(422)
    }
  })
})

describe('the id of a device', () => {
  const words = new Set(calls.flatMap(({ path }) => /^\/devices\/([a-z]+)/.exec(path)?.[1] ?? []))
  const refused = [...words, '.', '..']

  it('is none that means something else in an address, one or many [DE-2] [AP-3]', async () => {
    expect(refused).toEqual(expect.arrayContaining(['metrics', 'records', 'inventory', 'assign', 'remove', 'bulk']))
    for (const device_id of refused) {
      const { status, body } = await ward.admin.refused(createDevice, { device_id })
      expect([device_id, status, body.field]).toEqual([device_id, 422, 'device_id'])
    }
    const data = refused.map((device_id) => ({ device_id }))
    const none = await ward.admin.refused(createDevices, { clinic_id: ward.clinic_id, data })
    expect([none.status, none.body.field]).toEqual([422, 'data.0.device_id'])
    const path = `/devices/bulk/${ward.clinic_id}`
    const { body } = await ward.admin.send('POST', path, { data, partial: true })
    expect(body).toMatchObject({ items: [], faults: refused.map((_, line) => ({ line, field: 'device_id' })) })
  })

  it('may hold such a word [DE-2]', async () => {
    for (const device_id of ['metrics-1', 'Metrics', '...', 'a..b']) {
      await ward.admin.call(createDevice, { device_id })
      expect(await ward.admin.call(readDevice, { device_id })).toMatchObject({ device_id })
    }
  })
})

describe('createDevices', () => {
  it('creates thousands at once, each with a key of its own [DE-2] [DE-8]', async () => {
    const data = Array.from({ length: 3_000 }, (_, index) => ({ device_uid: `bulk-${index}` }))
    const { items, total_records } = await ward.admin.call(createDevices, { clinic_id: ward.clinic_id, data })
    expect(total_records).toBe(3_000)
    expect(items.map((device) => device.device_uid)).toEqual(data.map((line) => line.device_uid))
    expect(new Set(items.map((device) => device.key.password)).size).toBe(3_000)
    const last = items.at(-1)!
    expect(await keyHashOf(last.device_id)).toEqual(sha256(last.key.password))
    expect(await ward.staff.call(readDevice, { device_id: last.device_id })).toMatchObject({ device_uid: 'bulk-2999' })
  })

  it.each([
    ['a uid that another device has', { device_uid: 'already' }, 'data.2.device_uid'],
    ['a uid twice', { device_uid: 'line-0' }, 'data.2.device_uid'],
    ['an id twice', { device_id: 'id-1' }, 'data.2.device_id'],
    ['a topic prefix twice', { topic_prefix: 'a/b' }, 'data.2.topic_prefix'],
  ])('adds none because of %s, naming the line [DE-2]', async (_what, line, field) => {
    await ward.admin.send('POST', '/devices', { device_uid: 'already' })
    const before = await countDevices()
    const data = [{ device_uid: 'line-0' }, { device_id: 'id-1', topic_prefix: 'a/b' }, line, { device_uid: 'line-3' }]
    const { status, body } = await ward.admin.refused(createDevices, { clinic_id: ward.clinic_id, data })
    expect([status, body.field]).toEqual([409, field])
    expect(await countDevices()).toBe(before)
  })

  it('names all lines whose names are taken [DE-2]', async () => {
    await ward.admin.send('POST', '/devices', { device_uid: 'taken-1' })
    const data = [{ device_uid: 'taken-1' }, { device_uid: 'free-1' }, { device_uid: 'free-1' }]
    const { status, body } = await ward.admin.refused(createDevices, { clinic_id: ward.clinic_id, data })
    expect([status, body.field]).toEqual([409, 'data.0.device_uid'])
    expect(body.errors?.map(({ field, line, code }) => [field, line, code])).toEqual([
      ['data.0.device_uid', 0, 'device_exists'],
      ['data.2.device_uid', 2, 'device_exists'],
    ])
  })

  it('names the line of a malformed field [DE-2]', async () => {
    const data = [{ device_uid: 'fine' }, { tz: 'Mars/Olympus' }]
    const { status, body } = await ward.admin.refused(createDevices, { clinic_id: ward.clinic_id, data })
    expect([status, body.field]).toEqual([422, 'data.1.tz'])
  })

  it('with partial adds the good lines and puts each fault beside its line [DE-2]', async () => {
    await ward.admin.send('POST', '/devices', { device_uid: 'had already' })
    const data = [
      { device_uid: 'part-0' },
      { device_uid: 'part-1', tz: 'Mars/Olympus' },
      { device_uid: 'part-0' },
      { device_uid: 'had already' },
      { device_uid: 'part-4', name: 'Fünf' },
      'no line at all',
    ]
    const { status, body } = await ward.admin.send('POST', `/devices/bulk/${ward.clinic_id}`, { data, partial: true })
    expect(status).toBe(201)
    const { items, faults } = body as { items: { device_uid: string }[]; faults: { line: number; field: string }[] }
    expect(items.map((device) => device.device_uid)).toEqual(['part-0', 'part-4'])
    expect(faults.map(({ line, field }) => [line, field])).toEqual([
      [1, 'tz'],
      [2, 'device_uid'],
      [3, 'device_uid'],
      [5, ''],
    ])
    const none = await ward.admin.send('POST', `/devices/bulk/${ward.clinic_id}`, { data: [data[3]], partial: true })
    expect(none.body).toMatchObject({ items: [], total_records: 0, faults: [{ line: 0 }] })
  })

  it('adds all or none when two calls want the same uids at once [DE-2]', async () => {
    const data = Array.from({ length: 200 }, (_, index) => ({ device_uid: `race-${index}` }))
    const add = () => ward.admin.send('POST', `/devices/bulk/${ward.clinic_id}`, { data })
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    const { pagination } = await ward.admin.call(listDevices, { search: 'race-' })
    expect(pagination.total_records).toBe(200)
  })
})

describe('rotateDeviceKey', () => {
  it('replaces the key and tells the nodes, which end connections made with the old one [DE-8]', async () => {
    const { device_id, key } = await ward.admin.call(createDevice, { clinic_id: ward.clinic_id })
    const heard: PortalEvent[] = []
    const events = await listenToEvents(ward.http.connections.work, createLog('fatal'))
    events.on((event) => heard.push(event))
    const fresh = await ward.admin.call(rotateDeviceKey, { device_id })
    expect(fresh.username).toBe(device_id)
    expect(fresh.password).not.toBe(key.password)
    expect(await keyHashOf(device_id)).toEqual(sha256(fresh.password))
    await expect.poll(() => heard).toContainEqual({ type: 'device_key_changed', device_id })
    await events.close()
  })

  it('knows only devices that exist, and administrators [DE-8]', async () => {
    expect((await ward.admin.refused(rotateDeviceKey, { device_id: 'nothing' })).status).toBe(404)
    const device_id = await ward.addDevice()
    expect((await ward.staff.refused(rotateDeviceKey, { device_id })).status).toBe(403)
  })
})

it('records who created a device and who rotated its key, without the key [DE-8] [AP-5]', async () => {
  const { device_id, key } = await ward.admin.call(createDevice, { clinic_id: ward.clinic_id })
  const { password } = await ward.admin.call(rotateDeviceKey, { device_id })
  const entries = await ward.http.owner
    .selectFrom('audit_entries')
    .selectAll()
    .where('device_id', '=', device_id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ act, actor_id }) => [act, actor_id])).toEqual([
    ['device.create', ward.admin.userId],
    ['device.rotate-key', ward.admin.userId],
  ])
  for (const secret of [password, key.password]) expect(JSON.stringify(entries)).not.toContain(secret)
})
