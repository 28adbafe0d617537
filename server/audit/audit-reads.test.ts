import { actVerbs, listAuditEntries } from '@eupnea/contract/audit.ts'
import { listOwnNights, readOwnMember } from '@eupnea/contract/members.ts'
import { listResidents, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { createUser, listUsers, readUser } from '@eupnea/contract/users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { memberRoutes } from '../members/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { userRoutes } from '../users/index.ts'
import { auditRoutes } from './index.ts'

/** Reads of health data outside the residents' own calls leave an entry too, and the log shows names (DO-3). */

let portal: TestHttp
let admin: SignedInClient
let clinic_id: string

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...userRoutes(sessions),
    ...residentRoutes,
    ...memberRoutes(sessions, () => 'http://localhost'),
    ...auditRoutes,
  ])
  admin = await portal.asUser()
  clinic_id = await portal.createClinic()
})
afterAll(() => portal.close())

const entriesOf = async (act: string) => (await admin.call(listAuditEntries, { act })).items

it('reading a home health patient has an entry, one an hour for each person who reads [DO-3]', async () => {
  const patient = await portal.asUser({ groups: ['home_health_patient'], clinicIds: [clinic_id] })
  const other = await portal.asUser()
  await admin.call(readUser, { user_id: patient.userId })
  await admin.call(readUser, { user_id: patient.userId })
  await other.call(readUser, { user_id: patient.userId })
  await admin.call(readUser, { user_id: other.userId })
  const read = await entriesOf('user.read')
  expect(read.map(({ actor_id, detail }) => [actor_id, detail.user_id])).toEqual([
    [admin.userId, other.userId],
    [other.userId, patient.userId],
    [admin.userId, patient.userId],
  ])
  await admin.call(listUsers, {})
  expect(await entriesOf('user.list')).toHaveLength(1)
})

it('a list has an entry for whom it shows, and none when it is fetched again and shows the same [AP-5]', async () => {
  const own = await portal.createClinic()
  const list = () => admin.call(listResidents, { clinic_id: own })
  const entries = async () =>
    (await admin.call(listAuditEntries, { act: 'resident.list', clinic_id: own })).items.length
  const { patient_id } = await admin.call(saveResident, { clinic_id: own, first_name: 'Ada', last_name: 'Byron' })
  await list()
  await list()
  expect(await entries()).toBe(1)
  await (await portal.asUser()).call(listResidents, { clinic_id: own })
  expect(await entries()).toBe(2)
  // As many as before, but somebody else.
  await admin.call(setResidentStatus, { patient_id, status: 2 })
  await admin.call(saveResident, { clinic_id: own, first_name: 'Ben', last_name: 'Nowak' })
  expect((await list()).items).toHaveLength(1)
  expect(await entries()).toBe(3)
})

it('a member’s own page has an entry [DO-3]', async () => {
  const { patient_id } = await admin.call(saveResident, { clinic_id, first_name: 'Ada', last_name: 'Byron' })
  const member = await portal.asUser({ groups: ['member'] })
  expect((await member.call(readOwnMember, {})).member).not.toBeNull()
  expect(await entriesOf('member.read-own')).toEqual([])
  await portal.owner.insertInto('member_links').values({ user_id: member.userId, resident_id: patient_id }).execute()
  await member.call(readOwnMember, {})
  await member.call(listOwnNights, {})
  expect((await entriesOf('member.read-own')).map((entry) => [entry.actor_id, entry.patient_id])).toEqual([
    [member.userId, patient_id],
  ])
})

it('the log shows the present names of who acted and whom it was about [DO-3]', async () => {
  const { patient_id } = await admin.call(saveResident, { clinic_id, first_name: 'Eve', last_name: 'Hall' })
  const [entry] = await entriesOf('resident.create')
  expect(entry).toMatchObject({ patient_id, patient_name: 'Eve Hall', actor_label: 'Test User', device_name: null })
  const values = { first_name: 'Nora', last_name: 'Night', email: 'nora@house.example', user_type: 'sa' } as const
  await admin.call(createUser, { ...values, password: 'a long and unusual one' })
  expect((await entriesOf('user.create'))[0]).toMatchObject({ user_name: 'Nora Night' })
  expect(JSON.stringify(await portal.owner.selectFrom('audit_entries').selectAll().execute())).not.toMatch(
    /Eve|Hall|Nora N/,
  )
})

it('every act can be filtered by, alone and by its noun [DO-3]', async () => {
  for (const [noun, verbs] of Object.entries(actVerbs))
    for (const act of [noun, ...verbs.map((verb) => `${noun}.${verb}`)])
      for (const found of await entriesOf(act)) expect(`${found.act}.`.startsWith(`${act}.`), act).toBe(true)
})
