import {
  assignDevice,
  createDevice,
  listDeviceRecords,
  readDevice,
  replaceDevices,
  returnDevice,
} from '@eupnea/contract/devices.ts'
import { readResident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffOf } from '../../tests/kit/staff-of.ts'
import { replaceDevices as replace } from './replace-devices.ts'
import { openWard, openWide, type Ward, type Wide } from './ward.fixture.ts'

let ward: Ward
let wide: Wide
beforeAll(async () => {
  ward = await openWard()
  wide = await openWide(ward)
})
afterAll(async () => {
  await wide.close()
  await ward.http.close()
})

const addInStock = async () => (await ward.admin.call(createDevice, {})).device_id

async function addBed(name: string, room = '12') {
  const device_id = await ward.addDevice({ name })
  const patient_id = await ward.addResident({ room })
  await ward.staff.call(assignDevice, { device_id, patient_id })
  return { device_id, patient_id }
}

type Pair = { old_device_id: string; new_device_id: string }

/** As an administrator, who also sees the stock. @returns 200, or code and message of the refusal */
const attempt = (line: Pair): Promise<string> => {
  const actor = { ...staffOf(ward.clinic_id), role: 'Superadmin' } as const
  const input = { clinic_id: ward.clinic_id, data: [line], retry: false }
  return wide.attempt(actor, (ctx) => replace({ ctx, input }))
}

const openAssignments = (column: 'device_id' | 'resident_id', value: string) =>
  ward.http.owner
    .selectFrom('device_assignments')
    .selectAll()
    .where(column, '=', value)
    .where('until', 'is', null)
    .execute()

describe('replaceDevices', () => {
  it('gives the new device resident, name and place; the old one is in stock [DE-2]', async () => {
    const { device_id: old_device_id, patient_id } = await addBed('Window', '31')
    const { device_id: new_device_id } = await ward.admin.call(createDevice, { device_uid: 'fresh 1' })
    const { items } = await ward.admin.call(replaceDevices, {
      clinic_id: ward.clinic_id,
      data: [{ old_device_id, new_device_uid: 'fresh 1' }],
    })
    expect(items).toEqual([{ old_device_id, new_device_id, status: 'success', was_done: false, message: null }])
    expect(await ward.staff.call(readDevice, { device_id: new_device_id })).toMatchObject({
      name: 'Window',
      tz: 'Europe/London',
      clinic_id: ward.clinic_id,
      patient_id,
      room: '31',
    })
    const old = await ward.admin.call(readDevice, { device_id: old_device_id })
    expect(old).toMatchObject({ name: old.device_uid, clinic_id: null, patient_id: null })
    expect((await ward.staff.call(readResident, { patient_id })).device_id).toBe(new_device_id)
    const { items: records } = await ward.staff.call(listDeviceRecords, { patient_id })
    expect(records.map((record) => [record.device_id, record.record_status])).toEqual([
      [new_device_id, 'current'],
      [old_device_id, 'previous'],
    ])
  })

  it('replaces all or none, naming the line that stands in the way [DE-2]', async () => {
    const [first, second] = [await addBed('A', '1'), await addBed('B', '2')]
    const data = [
      { old_device_id: first.device_id, new_device_id: await addInStock() },
      { old_device_id: second.device_id, new_device_id: first.device_id },
    ]
    const { status, body } = await ward.admin.refused(replaceDevices, { clinic_id: ward.clinic_id, data })
    expect([status, body.code, body.field]).toEqual([409, 'device_twice', 'data.1.new_device_id'])
    expect(await ward.staff.call(readDevice, { device_id: first.device_id })).toMatchObject({ name: 'A', room: '1' })
  })

  it('says who has the new device, and what is wrong with it [DE-2]', async () => {
    const [bed, other] = [await addBed('A'), await addBed('B', '8d')]
    const inactive = await addInStock()
    await ward.admin.call(returnDevice, { device_id: inactive })
    const elsewhere = await ward.addDevice({ clinic_id: await ward.http.createClinic() })
    const cases = [
      [other.device_id, 409, 'device_occupied', 'room 8d'],
      [inactive, 409, 'device_inactive', 'inactive'],
      [elsewhere, 409, 'device_elsewhere', 'another facility'],
      ['nothing', 404, 'device_not_found', 'not found'],
    ] as const
    for (const [new_device_id, status, code, words] of cases) {
      const data = [{ old_device_id: bed.device_id, new_device_id }]
      const answer = await ward.admin.refused(replaceDevices, { clinic_id: ward.clinic_id, data })
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, 'data.0.new_device_id'])
      expect(answer.body.message).toContain(words)
    }
    expect((await ward.staff.refused(replaceDevices, { clinic_id: ward.clinic_id, data: [] })).status).toBe(403)
  })

  it('with retry passes over what is done, does what can be done and reports each [DE-2]', async () => {
    const [first, second, third] = [await addBed('A'), await addBed('B'), await addBed('C')]
    const fresh = [await addInStock(), await addInStock()] as const
    const done = { old_device_id: first.device_id, new_device_id: fresh[0] }
    await ward.admin.call(replaceDevices, { clinic_id: ward.clinic_id, data: [done] })
    const data = [
      done,
      { old_device_id: second.device_id, new_device_id: fresh[1] },
      { old_device_id: third.device_id, new_device_uid: 'not there' },
    ]
    const refused = await ward.admin.refused(replaceDevices, { clinic_id: ward.clinic_id, data })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      409,
      'device_replaced',
      'data.0.old_device_id',
    ])
    const { items } = await ward.admin.call(replaceDevices, { clinic_id: ward.clinic_id, data, retry: true })
    expect(items.map(({ status, was_done }) => [status, was_done])).toEqual([
      ['success', true],
      ['success', false],
      ['error', false],
    ])
    expect(items[2]!.message).toContain('not found')
    expect(await ward.staff.call(readDevice, { device_id: fresh[1] })).toMatchObject({ patient_id: second.patient_id })
    expect(await ward.staff.call(readDevice, { device_id: third.device_id })).toMatchObject({
      patient_id: third.patient_id,
    })
  })
})

describe('at once', () => {
  it('replaces one device by exactly one of 50; the others learn by which [DE-2] [RE-5]', async () => {
    const { device_id: old_device_id, patient_id } = await addBed('Wanted')
    const fresh = await Promise.all(Array.from({ length: 50 }, addInStock))
    const answers = await Promise.all(fresh.map((new_device_id) => attempt({ old_device_id, new_device_id })))
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1)
    const others = answers.filter((answer) => answer !== '200')
    expect(new Set(others)).toEqual(new Set([`device_replaced: ${m.device_replaced({ device: 'Wanted' })}`]))
    expect(await openAssignments('resident_id', patient_id)).toHaveLength(1)
    expect(await openAssignments('device_id', old_device_id)).toEqual([])
  })

  it('puts one new device in the place of exactly one of 50 [DE-2] [RE-5]', async () => {
    const beds = await Promise.all(Array.from({ length: 50 }, (_, index) => addBed(`Bed ${index}`, `${index}`)))
    const new_device_id = await addInStock()
    const answers = await Promise.all(beds.map(({ device_id }) => attempt({ old_device_id: device_id, new_device_id })))
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.startsWith('device_occupied: This sensor is in use in room')),
    ).toHaveLength(49)
    expect(await openAssignments('device_id', new_device_id)).toHaveLength(1)
  })

  it('never leaves two residents on a device or two devices with a resident when replaced and assigned [RE-5]', async () => {
    const beds = await Promise.all(Array.from({ length: 10 }, (_, index) => addBed(`Mixed ${index}`)))
    const fresh = await Promise.all(Array.from({ length: 10 }, addInStock))
    const residents = await Promise.all(Array.from({ length: 10 }, () => ward.addResident()))
    await Promise.all(
      beds.flatMap(({ device_id, patient_id }, index) => [
        attempt({ old_device_id: device_id, new_device_id: fresh[index]! }),
        ward.admin.send('POST', '/devices/assign', { device_id: fresh[index], patient_id: residents[index] }),
        ward.admin.send('POST', '/devices/assign', { device_id, patient_id, status: 0 }),
      ]),
    )
    for (const device_id of [...fresh, ...beds.map((bed) => bed.device_id)])
      expect((await openAssignments('device_id', device_id)).length).toBeLessThanOrEqual(1)
    for (const resident_id of [...residents, ...beds.map((bed) => bed.patient_id)])
      expect((await openAssignments('resident_id', resident_id)).length).toBeLessThanOrEqual(1)
  })
})
