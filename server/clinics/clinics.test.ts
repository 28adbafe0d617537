import { createClinic, listClinics, listFloors, readClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { listenToEvents, type PortalEvent } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { clinicRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp(clinicRoutes(createMemoryStore()))
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const everything = {
  name: 'Birch Hall',
  tz: 'Europe/London',
  locale: 'en-US' as const,
  floors: ['Ground', '1', '2'],
  alert_recipients: ['Night@Birch.example'],
  daily_report_recipients: ['manager@birch.example', 'nurse@birch.example'],
  daily_report_time: '06:30',
  clinicDetail: 'Two wings\nand a garden',
}

it('a facility is created, read and changed field by field [FA-1]', async () => {
  const made = await admin.call(createClinic, everything)
  expect(made).toEqual({
    ...everything,
    id: made.id,
    slug: 'birch-hall',
    alert_recipients: ['night@birch.example'],
    logo: null,
    escalation_minutes: null,
    escalation_recipients: [],
    requires_consent: false,
    moves_links: false,
    ehr_integration_status: '',
    is_demo: false,
  })
  expect(await admin.call(readClinic, { clinic_id: made.id })).toEqual(made)
  const changed = await admin.call(updateClinic, { clinic_id: made.id, name: 'Birch House', floors: ['1'] })
  expect(changed).toEqual({ ...made, name: 'Birch House', floors: ['1'] })
  expect(await admin.call(updateClinic, { clinic_id: made.id })).toEqual(changed)
  expect(await admin.call(updateClinic, { clinic_id: made.id, clinicDetail: '', alert_recipients: [] })).toEqual({
    ...changed,
    clinicDetail: '',
    alert_recipients: [],
  })
})

it('another zone is also that of its devices, but of those that were given one of their own [FA-1] [DA-5]', async () => {
  const [clinic_id, other] = [await portal.createClinic({ tz: 'UTC' }), await portal.createClinic({ tz: 'UTC' })]
  const device = (id: string, tz: string, clinic = clinic_id) => ({
    ...{ id, uid: id, name: id, tz, clinic_id: clinic },
    key_hash: Buffer.alloc(0),
  })
  const devices = [device('z1', 'UTC'), device('z2', 'Asia/Tokyo'), device('z3', 'UTC', other)]
  await portal.owner.insertInto('devices').values(devices).execute()
  await admin.call(updateClinic, { clinic_id, tz: 'America/New_York' })
  const kept = await portal.owner.selectFrom('devices').select(['id', 'tz']).orderBy('id').execute()
  expect(kept).toEqual([
    { id: 'z1', tz: 'America/New_York' },
    { id: 'z2', tz: 'Asia/Tokyo' },
    { id: 'z3', tz: 'UTC' },
  ])
})

it('what somebody else has changed meanwhile is said, not overwritten [FA-1] [AL-7]', async () => {
  const { id: clinic_id, alert_recipients: before } = await admin.call(createClinic, everything)
  const add = (address: string) => ({
    clinic_id,
    alert_recipients: [...before, address],
    was: { alert_recipients: before },
  })
  const addresses = ['first@birch.example', 'second@birch.example']
  const answers = await Promise.all(addresses.map((one) => admin.send('PUT', `/clinics/${clinic_id}`, add(one))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { alert_recipients } = await admin.call(readClinic, { clinic_id })
  expect(alert_recipients).toHaveLength(2)
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'facility_changed',
    message: m.common_edited_meanwhile({ value: alert_recipients.join(', ') }),
    field: 'alert_recipients',
  })
  // Repeated, as after a lost answer.
  const mine = addresses[answers.findIndex(({ status }) => status === 200)]!
  expect((await admin.send('PUT', `/clinics/${clinic_id}`, add(mine))).status).toBe(200)
  const other = { clinic_id, clinicDetail: '', was: { clinicDetail: everything.clinicDetail } }
  expect(await admin.call(updateClinic, other)).toMatchObject({ alert_recipients, clinicDetail: '' })
  const both = { clinic_id, alert_recipients: before, escalation_minutes: null }
  expect(
    await admin.call(updateClinic, { ...both, was: { alert_recipients, escalation_minutes: null } }),
  ).toMatchObject({
    alert_recipients: before,
  })
})

it('a name alone is enough, and facilities of one name get slugs of their own, also side by side [FA-1]', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => admin.call(createClinic, { name: 'Élan' })))
  expect(made.map(({ slug }) => slug).sort()).toEqual(['elan', 'elan-2', 'elan-3', 'elan-4', 'elan-5'])
  expect(made[0]).toMatchObject({ tz: 'UTC', locale: 'en-GB', floors: [], alert_recipients: [], clinicDetail: '' })
})

it('are listed as people look for them: numbers as they count, capitals and accents aside [FA-1]', async () => {
  const sought = ['Order House 2', 'Order House 10', 'order house 11', 'Order Öre', 'Order Zoë']
  for (const name of sought.toReversed()) await admin.call(createClinic, { name })
  const found = async (page: number) =>
    (await admin.call(listClinics, { name: 'order', page, page_size: 3 })).items.map(({ name }) => name)
  expect([...(await found(1)), ...(await found(2))]).toEqual(sought)
})

it('names the field that is wrong [FA-1] [FA-3]', async () => {
  const twice = ['night@house.example', 'Night@House.example']
  const cases: [object, number, string][] = [
    [{}, 400, 'name'],
    [{ ...everything, name: '   ' }, 422, 'name'],
    [{ ...everything, name: 7 }, 400, 'name'],
    [{ ...everything, name: 'a\u0000b' }, 422, 'name'],
    [{ ...everything, tz: 'Mars/Olympus' }, 422, 'tz'],
    [{ ...everything, locale: 'xx-XX' }, 422, 'locale'],
    [{ ...everything, daily_report_time: '24:00' }, 422, 'daily_report_time'],
    [{ ...everything, floors: ['1', '1'] }, 422, 'floors.1'],
    [{ ...everything, floors: ['1', 'all'] }, 422, 'floors.1'],
    [{ ...everything, alert_recipients: ['fine@house.example', 'nobody'] }, 422, 'alert_recipients.1'],
    [{ ...everything, daily_report_recipients: 'me@house.example' }, 400, 'daily_report_recipients'],
    [{ ...everything, alert_recipients: twice }, 422, 'alert_recipients.1'],
    [{ ...everything, daily_report_recipients: twice }, 422, 'daily_report_recipients.1'],
  ]
  for (const [input, status, field] of cases) {
    const answer = await admin.refused(createClinic, input)
    expect([answer.status, answer.body.field]).toEqual([status, field])
  }
  const { status, body } = await admin.refused(updateClinic, { clinic_id: 'missing', name: 'X' })
  expect([status, body.code]).toEqual([404, 'facility_not_found'])
})

it('a clinic user and a Provider see and reach only their facilities, a Superadmin all [FA-4]', async () => {
  const own = await portal.createClinic({ name: 'Own House', floors: ['1'] })
  const foreign = await portal.createClinic({ name: 'Foreign House' })
  for (const groups of [['clinic'], ['vc-admin']]) {
    const user = await portal.asUser({ groups, clinicIds: [own] })
    const { items, pagination } = await user.call(listClinics, {})
    expect([items.map(({ id }) => id), pagination.total_records]).toEqual([[own], 1])
    expect(await user.call(readClinic, { clinic_id: own })).toMatchObject({ name: 'Own House' })
    const missing = await user.refused(readClinic, { clinic_id: 'missing' })
    for (const declaration of [readClinic, listFloors]) {
      const { status, body } = await user.refused(declaration, { clinic_id: foreign })
      // Indistinguishable from an unknown clinic.
      expect([status, { ...body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }])
    }
    expect((await user.refused(createClinic, everything)).status).toBe(403)
    expect((await user.refused(updateClinic, { clinic_id: own, name: 'X' })).status).toBe(403)
  }
  const feature = await portal.asUser({ groups: ['vc-admin', 'superadmin-feature'] })
  for (const client of [admin, feature])
    expect((await client.call(listClinics, { page_size: 200 })).items.map(({ id }) => id)).toEqual(
      expect.arrayContaining([own, foreign]),
    )
  expect((await (await portal.asUser({ groups: ['member'] })).refused(listClinics, {})).status).toBe(403)
  expect((await portal.anonymous.refused(listClinics, {})).status).toBe(401)
})

it('the list is searched and paged [FA-1]', async () => {
  for (const name of ['Zeta 100% Care', 'Zeta A', 'Zeta B']) await admin.call(createClinic, { name })
  const page = await admin.call(listClinics, { name: 'zeta', page: 2, page_size: 2 })
  expect(page.items.map(({ name }) => name)).toEqual(['Zeta B'])
  expect(page.pagination).toEqual({ page: 2, page_size: 2, total_records: 3 })
  const literal = await admin.call(listClinics, { name: '0%' })
  expect(literal.items.map(({ name }) => name)).toEqual(['Zeta 100% Care'])
  expect((await admin.refused(listClinics, { page_size: 201 })).body.field).toBe('page_size')
})

it('floors come in their order with their active residents [FA-1]', async () => {
  const clinic_id = await portal.createClinic({ floors: ['2', '1', 'Roof'] })
  const resident = { clinic_id, first_name: 'A', last_name: 'B' }
  await portal.owner
    .insertInto('residents')
    .values([
      { ...resident, floor: '1' },
      { ...resident, floor: '1' },
      { ...resident, floor: '1', status: 2 },
      { ...resident, floor: '2', status: 0 },
      { ...resident, floor: '' },
      { ...resident, floor: 'Garden' },
      { ...resident, floor: 'Attic' },
      { ...resident, floor: 'Cellar', status: 2 },
    ])
    .execute()
  // Residents keep a floor that is removed: those of `Garden` and `Attic` would otherwise be on none.
  expect(await admin.call(listFloors, { clinic_id })).toEqual({
    items: [
      { floor_id: '2', name: '2', residents: 0 },
      { floor_id: '1', name: '1', residents: 2 },
      { floor_id: 'Roof', name: 'Roof', residents: 0 },
    ],
    pagination: { page: 1, page_size: 3, total_records: 3 },
    unlisted: [
      { floor_id: 'Attic', name: 'Attic', residents: 1 },
      { floor_id: 'Garden', name: 'Garden', residents: 1 },
    ],
  })
})

it('a change is told to every node and to the audit log [FA-1] [AP-5]', async () => {
  const listener = await listenToEvents(portal.connections.work, createLog('silent'))
  const heard: PortalEvent[] = []
  const twice = new Promise<void>((resolve) => listener.on((event) => heard.push(event) === 2 && resolve()))
  const { id } = await admin.call(createClinic, { name: 'Told' })
  await admin.call(updateClinic, { clinic_id: id, name: 'Told again' })
  await twice
  await listener.close()
  const event = { type: 'changed', noun: 'clinics', clinic_id: id }
  expect(heard).toEqual([event, event])
  const entries = await portal.owner
    .selectFrom('audit_entries')
    .where('clinic_id', '=', id)
    .orderBy('id')
    .select(['act', 'actor_id', 'detail'])
    .execute()
  expect(entries).toEqual([
    { act: 'clinic.create', actor_id: admin.userId, detail: {} },
    {
      act: 'clinic.update',
      actor_id: admin.userId,
      detail: { changes: { name: { before: 'Told', after: 'Told again' } } },
    },
  ])
})
