import { assignDevice, createDevice, readDevice } from '@eupnea/contract/devices.ts'
import {
  emptyBed,
  flagResident,
  listResidents,
  listStatusLogs,
  readResident,
  saveResident,
  setResidentStatus,
  undoResidentStatus,
} from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { deviceRoutes } from '../devices/index.ts'
import { listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { residentRoutes } from './index.ts'

let portal: TestHttp
let clinic_id: string
let nurse: SignedInClient
let outsider: SignedInClient
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp([...residentRoutes, ...deviceRoutes])
  clinic_id = await portal.createClinic({ floors: ['1', '2'] })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  outsider = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const add = (names: { first_name?: string; last_name?: string; room?: string; floor?: string } = {}) =>
  nurse.call(saveResident, { clinic_id, first_name: 'Ada', last_name: 'Byron', room: '12', floor: '1', ...names })

const addWithDevice = async () => {
  const resident = await add()
  const { device_id } = await admin.call(createDevice, { clinic_id })
  await nurse.call(assignDevice, { device_id, patient_id: resident.patient_id, status: 1 })
  return { ...resident, device_id }
}

const acts = async (resident_id: string): Promise<string[]> => {
  const rows = await portal.owner
    .selectFrom('audit_entries')
    .select('act')
    .where('resident_id', '=', resident_id)
    .orderBy('id')
    .execute()
  return rows.map(({ act }) => act)
}

it('adds a resident, and changes what a change names [RE-2]', async () => {
  const added = await add({ room: '7' })
  expect(added).toMatchObject({ first_name: 'Ada', last_name: 'Byron', room: '7', floor: '1', status: 1, device: null })
  const changed = await nurse.call(saveResident, { patient_id: added.patient_id, room: '8' })
  expect(changed).toMatchObject({ ...added, room: '8', updated_at: expect.any(String) })
  expect(await acts(added.patient_id)).toEqual(['resident.create', 'resident.update'])
})

it('takes somebody’s word that a bed is empty only while a notification says that there is no breathing signal [WA-2] [AP-5]', async () => {
  const { patient_id, device_id } = await addWithDevice()
  const early = await nurse.refused(emptyBed, { patient_id })
  expect([early.status, early.body.code]).toEqual([409, 'bed_not_waiting'])
  const { id: episode_id } = await portal.owner
    .insertInto('episodes')
    .values({ clinic_id, resident_id: patient_id, device_id, kind: 'no_breathing', severity: 'danger' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = { title: 'No breathing signal', description: '', action: 'no_breathing', severity: 'danger' }
  await portal.owner
    .insertInto('notifications')
    .values({ clinic_id, episode_id, patient_id, kind: 'no_breathing', ...told, extra_detail: '{}' })
    .execute()
  expect((await outsider.refused(emptyBed, { patient_id })).status).toBe(404)
  const heard = await listenToEvents(portal.connections.work, createLog('silent'))
  const event = new Promise((resolve) => heard.on((one) => one.type === 'bed_emptied' && resolve(one)))
  expect(await nurse.call(emptyBed, { patient_id })).toEqual({ patient_id })
  expect(await event).toEqual({ type: 'bed_emptied', device_id })
  await heard.close()
  expect((await acts(patient_id)).at(-1)).toBe('resident.empty-bed')
})

it('says 400 of what is missing and 422 of what there is no such value of [AP-3] [RE-2]', async () => {
  const { patient_id } = await add()
  const nameless = await nurse.send('POST', '/residents', { clinic_id, last_name: 'Byron' })
  expect([nameless.status, nameless.body]).toMatchObject([400, { code: 'malformed_input', field: 'first_name' }])
  const seventh = await nurse.send('POST', `/residents/${patient_id}/status`, { status: 7 })
  expect([seventh.status, seventh.body]).toMatchObject([422, { code: 'refused_input', field: 'status' }])
})

it('the audit entry of a change says what was there before [RE-2] [AP-5]', async () => {
  const { patient_id } = await add({ room: '7' })
  await nurse.call(saveResident, { patient_id, room: '8', floor: '1', gender: 'female' })
  const { detail } = await portal.owner
    .selectFrom('audit_entries')
    .select('detail')
    .where('resident_id', '=', patient_id)
    .where('act', '=', 'resident.update')
    .executeTakeFirstOrThrow()
  const changes = { room: { before: '7', after: '8' }, gender: { before: null, after: 'female' } }
  expect(detail).toEqual({ changes })
})

it('does not overwrite what somebody changed meanwhile, and says so [RE-2]', async () => {
  const { patient_id, updated_at: if_updated_at } = await add({ room: '7' })
  const mine = { patient_id, room: '8', if_updated_at }
  // Neither a flag nor a device changes the record.
  await nurse.call(flagResident, { patient_id, status: 2 })
  const theirs = await nurse.call(saveResident, { patient_id, mrNo: 'M 1', if_updated_at })
  expect(theirs.updated_at).not.toBe(if_updated_at)
  const { status, body } = await nurse.refused(saveResident, mine)
  expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
  expect(await nurse.call(readResident, { patient_id })).toMatchObject({ room: '7', mrNo: 'M 1' })
  const again = await nurse.call(saveResident, { ...mine, if_updated_at: theirs.updated_at })
  expect(again).toMatchObject({ room: '8', mrNo: 'M 1' })
  expect((await nurse.refused(saveResident, { ...mine, if_updated_at: 'yesterday' })).body.field).toBe('if_updated_at')
  await nurse.call(setResidentStatus, { patient_id, status: 0 })
  expect((await nurse.refused(saveResident, mine)).status).toBe(409)
})

it('lets one of 20 changes of one record through [RE-2]', async () => {
  const { patient_id, updated_at } = await add()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      nurse.send('POST', '/residents', { patient_id, room: `r${n}`, if_updated_at: updated_at }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(19).fill(409)])
})

it('names the field that it refuses [RE-8]', async () => {
  const refusedField = async (input: object) =>
    (await nurse.refused(saveResident, { clinic_id, first_name: 'A', last_name: 'B', ...input })).body.field
  expect(await refusedField({ room: 'x'.repeat(65) })).toBe('room')
  expect(await refusedField({ first_name: '  ' })).toBe('first_name')
  expect(await refusedField({ last_name: undefined })).toBe('last_name')
  expect(await refusedField({ dob: '2023-02-30' })).toBe('dob')
  expect(await refusedField({ dateOfAdmission: '2999-01-01' })).toBe('dateOfAdmission')
  expect(await refusedField({ floor: '9' })).toBe('floor')
  expect(await refusedField({ first_name: 'a\u0000b' })).toBe('first_name')
  expect(await refusedField({ first_name: 7 })).toBe('first_name')
})

it('holds the rules between fields against what is kept, and against what a change touches [RE-8]', async () => {
  const { patient_id } = await add()
  await nurse.call(saveResident, { patient_id, dob: '1941-03-02' })
  const { status, body } = await nurse.refused(saveResident, { patient_id, dateOfAdmission: '1941-03-01' })
  expect([status, body.field, body.errors]).toEqual([
    422,
    'dateOfAdmission',
    [{ field: 'dateOfAdmission', code: 'before_birth', message: 'Enter a date on or after the date of birth' }],
  ])
  // An imported record may break a rule; changing another field still works.
  await portal.owner
    .updateTable('residents')
    .set({ date_of_admission: '1940-01-01' })
    .where('id', '=', patient_id)
    .execute()
  expect(await nurse.call(saveResident, { patient_id, room: '9' })).toMatchObject({ room: '9' })
  expect((await nurse.refused(saveResident, { patient_id, dob: '1941-03-03' })).body.field).toBe('dateOfAdmission')
})

it('takes dates up to today where the facility is, and no later one [RE-8]', async () => {
  // Their clocks are 25 hours apart: the first one's today is always to come for the second.
  const [early, late] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const today = Temporal.Now.plainDateISO(early).toString()
  const saved = async (tz: string, dates: object) => {
    const place = await portal.createClinic({ tz })
    const user = await portal.asUser({ groups: ['clinic'], clinicIds: [place] })
    return { user, input: { clinic_id: place, first_name: 'A', last_name: 'B', ...dates } }
  }
  const there = await saved(early, { dob: today, dateOfAdmission: today })
  expect(await there.user.call(saveResident, there.input)).toMatchObject({ dob: today })
  const elsewhere = await saved(late, { dob: today, dateOfAdmission: today })
  const { body } = await elsewhere.user.refused(saveResident, elsewhere.input)
  expect(body.errors?.map(({ field, code }) => [field, code])).toEqual([
    ['dob', 'in_future'],
    ['dateOfAdmission', 'in_future'],
  ])
})

it('names every field that it refuses [RE-8]', async () => {
  const { body } = await nurse.refused(saveResident, { clinic_id, first_name: ' ', last_name: 'B', dob: '2999-01-01' })
  expect(body.errors?.map(({ field, code }) => [field, code])).toEqual([
    ['first_name', 'required'],
    ['dob', 'in_future'],
  ])
})

it('takes names in every script, and finds them [RE-1] [RE-8]', async () => {
  for (const [first_name, last_name] of [
    ['Zoë', "O'Brien-Müller"],
    ['明', '王'],
    ['محمد', 'علي'],
    ['100%', '_under\\score'],
  ]) {
    const { patient_id } = await add({ first_name: first_name!, last_name: last_name! })
    const { items } = await nurse.call(listResidents, { clinic_id, name: `${first_name} ${last_name}` })
    expect(items.map((item) => item.patient_id)).toEqual([patient_id])
  }
})

it('lists the active for the dashboard and all for the directory [RE-1] [RE-3]', async () => {
  const gone = await add({ room: 'left' })
  await nurse.call(setResidentStatus, { patient_id: gone.patient_id, status: 2 })
  const ids = async (status: string) =>
    (await nurse.call(listResidents, { clinic_id, status, room: 'left' })).items.map(({ patient_id }) => patient_id)
  expect(await ids('3')).toEqual([])
  expect(await ids('0,1,2')).toEqual([gone.patient_id])
  const { items, pagination } = await nurse.call(listResidents, { clinic_id, status: '0,1,2', page: 2, page_size: 1 })
  expect(items).toHaveLength(1)
  expect(pagination).toMatchObject({ page: 2, page_size: 1 })
  expect((await nurse.send('GET', `/residents?clinic_id=${clinic_id}&page_size=201`)).status).toBe(422)
  expect((await nurse.send('GET', `/residents?clinic_id=${clinic_id}&status=5`)).status).toBe(422)
})

it('discharge sets 2 and frees the device, readmit sets 1, delete sets 0, undelete 1 [RE-4]', async () => {
  const { patient_id, device_id } = await addWithDevice()
  const to = (status: 0 | 1 | 2) => nurse.call(setResidentStatus, { patient_id, status })
  expect(await to(2)).toMatchObject({ status: 2, device_id: null })
  expect(await nurse.call(readDevice, { device_id })).toMatchObject({ patient_id: null, status: 'available' })
  expect(await to(1)).toMatchObject({ status: 1, device_id: null })
  expect(await to(0)).toMatchObject({ status: 0 })
  const again = await nurse.refused(setResidentStatus, { patient_id, status: 0 })
  expect([again.status, again.body.title]).toEqual([409, 'Unable to Delete Resident'])
  expect((await nurse.refused(setResidentStatus, { patient_id, status: 2 })).status).toBe(409)
  expect(await to(1)).toMatchObject({ status: 1 })
  expect(await acts(patient_id)).toEqual(
    expect.arrayContaining([
      'resident.discharge',
      'device.unassign',
      'resident.readmit',
      'resident.delete',
      'resident.undelete',
    ]),
  )
})

it('takes a discharge or deletion back in one call, with the device [RE-4] [RE-5]', async () => {
  const { patient_id, device_id } = await addWithDevice()
  for (const status of [2, 0] as const) {
    await nurse.call(setResidentStatus, { patient_id, status })
    const back = await nurse.call(undoResidentStatus, { patient_id, status: 1, device_id })
    expect(back).toMatchObject({ status: 1, device_id })
  }
  await nurse.call(setResidentStatus, { patient_id, status: 2 })
  await nurse.call(setResidentStatus, { patient_id, status: 0 })
  expect(await nurse.call(undoResidentStatus, { patient_id, status: 2 })).toMatchObject({ status: 2, device_id: null })
  // Works only once, and not after the resident has changed again.
  expect((await nurse.refused(undoResidentStatus, { patient_id, status: 2 })).body.code).toBe(
    'resident_status_conflict',
  )
  expect((await outsider.refused(undoResidentStatus, { patient_id, status: 1 })).status).toBe(404)
  expect(await acts(patient_id)).toEqual(expect.arrayContaining(['resident.readmit', 'resident.undelete']))
})

it('undoes nothing when the device has gone to someone else, or the link fails midway [RE-4] [RE-5]', async () => {
  const { patient_id, device_id } = await addWithDevice()
  await nurse.call(setResidentStatus, { patient_id, status: 2 })
  const before = await nurse.call(readResident, { patient_id })
  const next = await add({ room: '15' })
  await nurse.call(assignDevice, { device_id, patient_id: next.patient_id, status: 1 })
  const gone = await nurse.refused(undoResidentStatus, { patient_id, status: 1, device_id })
  expect([gone.status, gone.body.code, gone.body.field]).toEqual([409, 'undo_device_gone', 'device_id'])
  expect(gone.body.message).toContain('room 15')
  await nurse.call(assignDevice, { device_id, patient_id: next.patient_id, status: 0 })

  await sql`create function fail_link() returns trigger language plpgsql as $$ begin raise 'midway'; end $$`.execute(
    portal.owner,
  )
  await sql`create trigger fail_link before insert on device_assignments execute function fail_link()`.execute(
    portal.owner,
  )
  const midway = await nurse.send('POST', `/residents/${patient_id}/undo-status`, { status: 1, device_id })
  await sql`drop trigger fail_link on device_assignments`.execute(portal.owner)
  expect(midway.status).toBe(500)
  expect(await nurse.call(readResident, { patient_id })).toEqual(before)
  expect(await acts(patient_id)).not.toContain('resident.readmit')
  expect(await nurse.call(undoResidentStatus, { patient_id, status: 1, device_id })).toMatchObject({ device_id })
})

it('changes nothing of who is deleted, and says so to who may read them [RE-3] [RE-4]', async () => {
  const { patient_id, device_id } = await addWithDevice()
  await nurse.call(setResidentStatus, { patient_id, status: 0 })
  const before = await nurse.call(readResident, { patient_id })
  const attempts = (by: SignedInClient) => [
    by.refused(saveResident, { patient_id, room: '99' }),
    by.refused(saveResident, { patient_id, room: '99', if_updated_at: before.updated_at }),
    by.refused(flagResident, { patient_id, status: 2, note: '' }),
  ]
  for (const { status, body } of await Promise.all(attempts(nurse)))
    expect([status, body.code]).toEqual([409, 'resident_deleted'])
  for (const status of [0, 1] as const)
    expect((await nurse.refused(assignDevice, { device_id, patient_id, status })).status).toBe(409)
  for (const { status } of await Promise.all(attempts(outsider))) expect(status).toBe(404)
  expect(await nurse.call(readResident, { patient_id })).toEqual(before)
})

it('lets one of 50 concurrent discharges win [RE-4] [RE-5]', async () => {
  const { patient_id } = await addWithDevice()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => nurse.send('POST', `/residents/${patient_id}/status`, { status: 2 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(49).fill(409)])
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ message: m.resident_already_discharged() })
  const { n } = await portal.owner
    .selectFrom('device_assignments')
    .select(sql<number>`count(*) filter (where until is null)`.as('n'))
    .where('resident_id', '=', patient_id)
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
})

it('moves the flag as allowed, refuses the rest with a reason, and logs who and why [RE-6]', async () => {
  const { patient_id } = await add()
  const flag = (status: number, note = '') =>
    nurse.send('PUT', `/residents/${patient_id}/status-note`, { status, note })
  expect((await flag(3)).status).toBe(409)
  expect((await flag(2, 'restless')).status).toBe(200)
  expect((await flag(3)).status).toBe(200)
  expect((await flag(4, 'doctor called')).status).toBe(200)
  expect((await flag(2)).body).toMatchObject({
    message: m.resident_flag_refused({ from: 'Escalated', to: 'Flagged' }),
    field: 'status',
  })
  expect((await flag(1)).status).toBe(200)
  const { items } = await nurse.call(listStatusLogs, { patient_id })
  expect(items.map(({ status, note }) => [status, note])).toEqual([
    [1, ''],
    [4, 'doctor called'],
    [3, ''],
    [2, 'restless'],
  ])
  expect(items[0]).toMatchObject({ created_by: 'Test User', patient_id })
})

it('answers of a foreign resident as if there were none [FA-4]', async () => {
  const { patient_id } = await add()
  for (const attempt of [
    outsider.refused(readResident, { patient_id }),
    outsider.refused(saveResident, { patient_id, room: '1' }),
    outsider.refused(saveResident, { clinic_id, first_name: 'A', last_name: 'B' }),
    outsider.refused(setResidentStatus, { patient_id, status: 2 }),
    outsider.refused(flagResident, { patient_id, status: 2 }),
    outsider.refused(listStatusLogs, { patient_id }),
  ])
    expect((await attempt).status).toBe(404)
  expect((await outsider.refused(listResidents, { clinic_id, status: '0,1,2' })).status).toBe(404)
})

it('writes who read what into the audit log [AP-5]', async () => {
  const { patient_id } = await add()
  await nurse.call(readResident, { patient_id })
  const entry = await portal.owner
    .selectFrom('audit_entries')
    .selectAll()
    .where('resident_id', '=', patient_id)
    .where('act', '=', 'resident.read')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_type: 'user', actor_id: nurse.userId, clinic_id, address: '127.0.0.1' })
  await expect(portal.database.deleteFrom('audit_entries').execute()).rejects.toThrow(/permission denied/)
})
