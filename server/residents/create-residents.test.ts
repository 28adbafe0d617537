import { listAuditEntries } from '@eupnea/contract/audit.ts'
import { createDevice, listAllDevices } from '@eupnea/contract/devices.ts'
import { createResidents } from '@eupnea/contract/new-residents.ts'
import { listResidents, saveResident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { auditRoutes } from '../audit/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { residentRoutes } from './index.ts'

let portal: TestHttp
let clinic_id: string
let other: string
let nurse: SignedInClient
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp([...residentRoutes, ...deviceRoutes, ...auditRoutes])
  clinic_id = await portal.createClinic({ floors: ['Ground', 'First'] })
  other = await portal.createClinic({ floors: [] })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id], email: 'nurse@maple.example' })
  admin = await portal.asUser()
  for (const device_uid of ['SN-1', 'SN-2', 'SN-3']) await admin.call(createDevice, { clinic_id, device_uid })
  await admin.call(createDevice, { clinic_id: other, device_uid: 'SN-9' })
})
afterAll(() => portal.close())

const everybody = async () => (await nurse.call(listResidents, { clinic_id, page_size: 200 })).items
const line = (first_name: string, more: object = {}) => ({ first_name, last_name: 'Byron', ...more })

describe('many residents at a time', () => {
  it('adds them with their sensors, each recorded like one that is added alone [EA-4]', async () => {
    const { items } = await nurse.call(createResidents, {
      clinic_id,
      data: [line('Ada', { room: '104', floor: 'Ground', device_uid: 'SN-1', dob: '1935-12-10' }), line('Zoë')],
    })
    expect(items).toMatchObject([
      { first_name: 'Ada', room: '104', dob: '1935-12-10', device: { device_name: 'SN-1' } },
      { first_name: 'Zoë', device: null },
    ])
    expect(await everybody()).toHaveLength(2)
    const { items: acts } = await admin.call(listAuditEntries, { person: 'nurse@maple.example', page_size: 50 })
    expect(
      acts
        .map(({ act }) => act)
        .filter((act) => /create|assign/.test(act))
        .toSorted(),
    ).toEqual(['device.assign', 'resident.create', 'resident.create'])
  })

  it('names what is wrong with each line, and adds none of them [EA-4]', async () => {
    const before = await everybody()
    const data = [
      line('Fine', { device_uid: 'SN-2' }),
      line('Ada', { room: '104' }),
      line('Bo', { floor: 'Attic' }),
      line('Cy', { device_uid: 'SN-1' }),
      line('Di', { device_uid: 'SN-2' }),
      line('Ed', { device_uid: 'SN-9' }),
      line('Fay', { device_uid: 'nothing' }),
    ]
    const { status, body } = await nurse.refused(createResidents, { clinic_id, data })
    expect(status).toBe(422)
    expect(body.errors?.map(({ line: at, field }) => [at, field])).toEqual([
      [1, 'data.1.first_name'],
      [2, 'data.2.floor'],
      [3, 'data.3.device_uid'],
      [4, 'data.4.device_uid'],
      [5, 'data.5.device_uid'],
      [6, 'data.6.device_uid'],
    ])
    expect(body.errors?.[0]?.message).toBe(m.resident_line_there())
    // A sensor of another facility is as unknown as one that doesn't exist.
    expect(body.errors?.[4]?.message).toBe(body.errors?.[5]?.message)
    expect(await everybody()).toEqual(before)
    const { items } = await nurse.call(listAllDevices, { clinic_id, status: 'available' })
    expect(items.map(({ device_uid }) => device_uid)).toEqual(['SN-2', 'SN-3'])
  })

  it('refuses what no resident can be, and facilities out of sight [EA-4] [FA-4]', async () => {
    expect(
      await nurse.refused(createResidents, { clinic_id, data: [{ first_name: '', last_name: 'X' }] }),
    ).toMatchObject({ status: 422, body: { field: 'data.0.first_name' } })
    expect(await nurse.refused(createResidents, { clinic_id, data: [] })).toMatchObject({ status: 422 })
    expect(await nurse.refused(createResidents, { clinic_id: other, data: [line('X')] })).toMatchObject({ status: 404 })
  })

  it('links a new resident to the sensor that is named with them, or adds neither [EA-4]', async () => {
    const before = await everybody()
    expect(await nurse.refused(saveResident, { clinic_id, ...line('Gil'), device_uid: 'SN-1' })).toMatchObject({
      status: 409,
      body: { field: 'device_uid' },
    })
    expect(await everybody()).toEqual(before)
    const saved = await nurse.call(saveResident, { clinic_id, ...line('Gil'), device_uid: 'SN-3' })
    expect(saved.device?.device_name).toBe('SN-3')
  })
})
