import { listAuditEntries } from '@eupnea/contract/audit.ts'
import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { searchPortal, searchUsers } from '@eupnea/contract/search.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { auditRoutes } from '../audit/index.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { searchRoutes } from './index.ts'

let portal: TestHttp
let maple: string
let birch: string
let nurse: SignedInClient
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp([
    ...searchRoutes,
    ...residentRoutes,
    ...deviceRoutes,
    ...auditRoutes,
    ...clinicRoutes(createMemoryStore()),
  ])
  maple = await portal.createClinic({ name: 'Maple Court', floors: ['Ground', 'First'] })
  birch = await portal.createClinic({ name: 'Birch Lodge' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [maple], email: 'nurse@maple.example' })
  admin = await portal.asUser({ email: 'ada.admin@house.example' })
  const add = (clinic_id: string, first_name: string, last_name: string, room: string, floor = 'Ground') =>
    admin.call(saveResident, { clinic_id, first_name, last_name, room, floor })
  const ada = await add(maple, 'Ada', 'Byron', '104')
  await admin.call(saveResident, { patient_id: ada.patient_id, preferred_name: 'Addie' })
  await add(maple, 'Zoë', 'Adams', '104')
  await add(maple, 'Canada', 'Smith', '9', 'First')
  const gone = await add(maple, 'Ada', 'Archer', '2')
  await admin.call(setResidentStatus, { patient_id: gone.patient_id, status: 2 })
  const deleted = await add(maple, 'Ada', 'Nobody', '3')
  await admin.call(setResidentStatus, { patient_id: deleted.patient_id, status: 0 })
  await add(birch, 'Ada', 'Birch', '104')
  const { device_id } = await admin.call(createDevice, { clinic_id: maple, name: 'Window', device_uid: 'SN-104' })
  await admin.call(assignDevice, { device_id, patient_id: ada.patient_id, status: 1 })
  await admin.call(createDevice, { clinic_id: birch, name: 'Birch window', device_uid: 'SN-9' })
  await admin.call(createDevice, { name: 'Spare window', device_uid: 'SN-7' })
})
afterAll(() => portal.close())

const residents = async (who: SignedInClient, text: string) =>
  (await who.call(searchPortal, { text })).residents.map(({ last_name }) => last_name)

describe('search from everywhere', () => {
  it('finds residents by all words in any order, without accents, discharged ones last [EA-1]', async () => {
    expect(await residents(nurse, 'byron ada')).toEqual(['Byron'])
    expect(await residents(nurse, 'addie 104')).toEqual(['Byron'])
    expect(await residents(nurse, 'zoe')).toEqual(['Adams'])
    // Beginnings of a name first; deleted ones never.
    expect(await residents(nurse, 'ada')).toEqual(['Adams', 'Byron', 'Smith', 'Archer'])
    expect(await residents(nurse, '%')).toEqual([])
  })

  it('finds rooms and sensors with who is there [EA-1]', async () => {
    const { rooms, devices } = await nurse.call(searchPortal, { text: '104' })
    expect(rooms).toEqual([{ clinic_id: maple, room: '104', floor: 'Ground', residents: 2 }])
    expect(devices).toMatchObject([{ device_uid: 'SN-104', device_name: 'Window', room: '104', clinic_id: maple }])
    expect((await nurse.call(searchPortal, { text: '9 first' })).rooms).toMatchObject([{ room: '9' }])
    expect((await nurse.call(searchPortal, { text: 'first' })).rooms).toEqual([])
  })

  it('finds nothing of facilities that the caller may not see [EA-1] [FA-4]', async () => {
    const own = await nurse.call(searchPortal, { text: 'window' })
    expect(own.devices.map(({ device_name }) => device_name)).toEqual(['Window'])
    expect((await nurse.call(searchPortal, { text: 'birch' })).clinics).toEqual([])
    const all = await admin.call(searchPortal, { text: 'birch' })
    expect(all.clinics).toMatchObject([{ id: birch, name: 'Birch Lodge' }])
    expect(all.residents).toMatchObject([{ clinic_id: birch }])
    expect((await admin.call(searchPortal, { text: 'spare' })).devices).toMatchObject([{ clinic_id: null }])
  })

  it('finds users by name and address for who manages them [EA-1]', async () => {
    expect((await admin.call(searchUsers, { text: 'nurse maple' })).users).toMatchObject([
      { email: 'nurse@maple.example' },
    ])
    expect(await nurse.refused(searchUsers, { text: 'ada' })).toMatchObject({ status: 403 })
    const provider = await portal.asUser({ groups: ['vc-admin'], clinicIds: [maple] })
    expect((await provider.call(searchUsers, { text: 'ada.admin' })).users).toEqual([])
    expect((await provider.call(searchUsers, { text: 'nurse' })).users).toHaveLength(1)
  })

  it('is recorded once for each facility whose residents it showed, without what was typed [EA-1] [AP-5]', async () => {
    const watcher = await portal.asUser({ groups: ['clinic'], clinicIds: [maple, birch], email: 'w@maple.example' })
    for (const text of ['a', 'ad', 'ada', 'no such name']) await watcher.call(searchPortal, { text })
    const { items } = await admin.call(listAuditEntries, { person: 'w@maple.example', act: 'resident.search' })
    expect(items.map(({ clinic_id }) => clinic_id).toSorted()).toEqual([maple, birch].toSorted())
    // A word of its own: ids may have these letters in them.
    expect(JSON.stringify(items)).not.toMatch(/\bada\b/)
  })

  it('is recorded too when a sensor says whose it is, and not when it is nobody’s [EA-1] [DO-3]', async () => {
    const looker = await portal.asUser({ groups: ['clinic'], clinicIds: [maple, birch], email: 'l@maple.example' })
    const entries = async () =>
      (await admin.call(listAuditEntries, { person: looker.userId, act: 'resident.search' })).items
    await looker.call(searchPortal, { text: 'SN-9' })
    expect(await entries()).toEqual([])
    await looker.call(searchPortal, { text: 'window' })
    expect((await entries()).map(({ clinic_id }) => clinic_id)).toEqual([maple])
  })

  it('takes no empty text [EA-1]', async () => {
    expect(await nurse.refused(searchPortal, { text: '  ' })).toMatchObject({ status: 422, body: { field: 'text' } })
  })
})
