import { actVerbs, listAuditEntries } from '@eupnea/contract/audit.ts'
import { listMembers, listOwnNights, readOwnMember } from '@eupnea/contract/members.ts'
import { listResidents, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { createUser, listUsers, listUsersOfType, readUser } from '@eupnea/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
})

describe('a list of users', () => {
  const about = async (person: string) =>
    (await admin.call(listAuditEntries, { person, act: 'user.list' })).items.map(({ actor_id }) => actor_id)
  /** @param values what else the user's record says */
  const addUser = async (user_type: string, values: object = {}) => {
    const { userId, email } = await portal.asUser({ groups: [user_type], clinicIds: [clinic_id] })
    if (Object.keys(values).length > 0)
      await portal.owner.updateTable('users').set(values).where('id', '=', userId).execute()
    return { user_id: userId, email }
  }

  it('has an entry about each whose health data it shows, and none about others [DO-3]', async () => {
    const shown = [
      await addUser('home_health_patient'),
      await addUser('member', { dob: '1950-01-02' }),
      await addUser('member', { weight_kg: 61.5 }),
      await addUser('clinic-web', { height_cm: 171 }),
    ]
    const nurse = await addUser('clinic-web')
    const [reader, other] = [await portal.asUser(), await portal.asUser()]
    await reader.call(listUsers, { clinic_id })
    await other.call(listUsersOfType, {})
    for (const { user_id } of shown) expect(await about(user_id)).toEqual([other.userId, reader.userId])
    expect(await about(nurse.user_id)).toEqual([])
    const [entry] = (await admin.call(listAuditEntries, { person: shown[0]!.user_id, clinic_id })).items
    expect(entry).toMatchObject({ actor_id: reader.userId, user_name: 'Test User' })
  })

  it('has none when the same is shown again, and does for a further person or as a download [DO-3]', async () => {
    const [first, second] = [await addUser('home_health_patient'), await addUser('home_health_patient')]
    const reader = await portal.asUser()
    const list = (user_id: string) => reader.call(listUsers, { user_id })
    await list(first.user_id)
    await list(first.user_id)
    expect(await about(first.user_id)).toHaveLength(1)
    await list(second.user_id)
    expect([await about(first.user_id), await about(second.user_id)]).toEqual([[reader.userId], [reader.userId]])
    await reader.call(listUsers, { page_size: 200 })
    expect(await about(first.user_id)).toHaveLength(2)
    const answer = await fetch(`${portal.url}/api${listUsers.path}.csv?email=@test.example`, {
      headers: { authorization: `Bearer ${reader.token}` },
    })
    expect(await answer.text()).toContain(first.email)
    for (const { user_id } of [first, second]) expect(await about(user_id)).toHaveLength(3)
  })

  it('that shows nobody’s has one an hour [AP-5]', async () => {
    const { email } = await addUser('clinic-web')
    const reader = await portal.asUser()
    await reader.call(listUsers, { email })
    await reader.call(listUsers, { email })
    expect(await about(reader.userId)).toHaveLength(1)
  })
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

it('a list of members has an entry about each, by member and resident, and none when it is fetched again [DO-3]', async () => {
  const { patient_id } = await admin.call(saveResident, { clinic_id, first_name: 'Ada', last_name: 'Lind' })
  const [linked, unlinked] = [await portal.asUser({ groups: ['member'] }), await portal.asUser({ groups: ['member'] })]
  await portal.owner.insertInto('member_links').values({ user_id: linked.userId, resident_id: patient_id }).execute()
  const reader = await portal.asUser()
  const list = () => reader.call(listMembers, { page_size: 200 })
  await list()
  await list()
  const entries = await admin.call(listAuditEntries, { act: 'member.list', person: linked.userId })
  expect(entries.items).toMatchObject([
    { actor_id: reader.userId, patient_id, clinic_id, patient_name: 'Ada Lind', user_name: 'Test User' },
  ])
  expect((await admin.call(listAuditEntries, { act: 'member.list', patient_id })).items).toHaveLength(1)
  expect((await admin.call(listAuditEntries, { act: 'member.list', person: unlinked.userId })).items).toMatchObject([
    { actor_id: reader.userId, patient_id: null },
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
  const acts = Object.entries(actVerbs).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`))
  const of = { actor_type: 'user', actor_id: 'busy-bee', actor_name: 'bee@house.example' }
  // Nouns that only begin the same, which filters leave out.
  await portal.owner
    .insertInto('audit_entries')
    .values([...acts, ...acts.map((act) => act.replace('.', 's.'))].map((act) => ({ ...of, act })))
    .execute()
  const found = async (act: string) =>
    (await admin.call(listAuditEntries, { act, person: of.actor_id, page_size: 200 })).items.map((entry) => entry.act)
  for (const [noun, verbs] of Object.entries(actVerbs)) {
    expect((await found(noun)).toSorted()).toEqual(verbs.map((verb) => `${noun}.${verb}`).toSorted())
    for (const verb of verbs) expect(await found(`${noun}.${verb}`)).toEqual([`${noun}.${verb}`])
  }
})
