import type { CallArguments } from '@eupnea/contract/call.ts'
import { listClinics } from '@eupnea/contract/clinics.ts'
import { readSession, signIn } from '@eupnea/contract/sessions.ts'
import { createUser, listUsers } from '@eupnea/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { removeUsersOfClinic, userRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient
let maple: string
let birch: string

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...sessionRoutes(sessions),
    ...userRoutes(sessions),
    ...clinicRoutes(createMemoryStore()),
  ])
  admin = await portal.asUser({ email: 'admin@house.example' })
  maple = await portal.createClinic({ name: 'Maple' })
  birch = await portal.createClinic({ name: 'Birch' })
})
afterAll(() => portal.close())

const password = 'tall-ships-at-noon'
type Given = CallArguments<typeof createUser>
const person = (more: Partial<Given> & { email: string }): Given => ({
  user_type: 'clinic-web',
  first_name: 'Nora',
  last_name: 'Night',
  ...more,
})

describe('createUser', () => {
  it('makes a clinic user who signs in and sees their facility alone [US-1] [US-4] [FA-4]', async () => {
    const made = await admin.call(createUser, person({ email: 'Nora@House.example', password, clinic_ids: [maple] }))
    expect(made).toMatchObject({ email: 'nora@house.example', clinic_list: [{ id: maple, name: 'Maple' }] })
    const answer = await portal.anonymous.call(signIn, { email: 'nora@house.example', password })
    if (answer.status !== 'signedIn') throw new Error(answer.status)
    expect(answer.user).toMatchObject({ id: made.id, name: 'Nora Night', role: 'Clinic', clinic_ids: [maple] })
    const nora = portal.withToken(answer.token)
    expect((await nora.call(listClinics, {})).items.map(({ id }) => id)).toEqual([maple])
    expect((await nora.refused(listUsers, {})).status).toBe(403)
    expect((await nora.refused(createUser, person({ email: 'x@house.example' }))).status).toBe(403)
  })

  it('keeps every field of the record, and the password nowhere in it [US-4] [US-5]', async () => {
    const given = person({
      email: 'all@house.example',
      user_type: 'clinical-triage',
      clinic_ids: [birch, maple, birch],
      dob: '1980-02-29',
      gender: 'female',
      is_otp_enabled: true,
      weight_kg: 62.4,
      height_cm: 170,
      m_credentials: 'RN',
      m_npi: '1234567890',
      contact: '+447700900123',
      is_admin_feature: true,
      password,
    })
    const { password: _secret, clinic_ids: _ids, is_admin_feature: _feature, ...fields } = given
    const made = await admin.call(createUser, given)
    expect(made).toEqual({
      ...fields,
      id: made.id,
      clinic_ids: [birch, maple].sort(),
      admin_clinic_ids: [],
      has_other_clinics: false,
      clinic_list: [
        { id: birch, name: 'Birch' },
        { id: maple, name: 'Maple' },
      ],
      groups: ['clinical-triage', 'superadmin-feature'],
      is_cpro_app_member: false,
      status: 1,
      is_email_verified: false,
      created_at: made.created_at,
      last_login: null,
    })
    expect(Date.now() - Date.parse(made.created_at)).toBeLessThan(60_000)
  })

  it('maps the type to its group and role [US-4] [ID-7]', async () => {
    const cases = [
      ['sa', 'sa', 'Superadmin'],
      ['vc-admin', 'vc-admin', 'Provider'],
      ['clinic-web', 'clinic', 'Clinic'],
      ['clinic-app', 'clinic', 'Clinic'],
      ['cip_users', 'cip_users', 'Provider'],
      ['clinical-triage', 'clinical-triage', 'Provider'],
      ['home_health_patient', 'home_health_patient', 'Provider'],
      ['member', 'member', 'Member'],
    ] as const
    for (const [user_type, group, role] of cases) {
      const email = `${user_type}@types.example`
      const made = await admin.call(createUser, person({ email, user_type, password, clinic_ids: [maple] }))
      expect(made).toMatchObject({ user_type, groups: [group], is_cpro_app_member: user_type === 'clinic-app' })
      const answer = await portal.anonymous.call(signIn, { email, password })
      expect(answer).toMatchObject({ status: 'signedIn', user: { role } })
    }
  })

  it('without a password the user is mailed an invitation and cannot sign in yet [US-1]', async () => {
    await admin.call(createUser, person({ email: 'invited@house.example' }))
    const mails = await portal.owner
      .selectFrom('deliveries')
      .where('recipient', '=', 'invited@house.example')
      .select('body')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toContain('#set-password=')
    const { status } = await portal.anonymous.refused(signIn, { email: 'invited@house.example', password })
    expect(status).toBe(401)
  })

  it('an e-mail is there once, also under concurrent calls [US-1]', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => admin.call(createUser, person({ email: 'twice@house.example' }))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { status, body } = await admin.refused(createUser, person({ email: 'TWICE@house.example' }))
    expect([status, body.field, body.code]).toEqual([409, 'email', 'email_taken'])
  })

  it('names the field that is wrong, and then nothing is made [US-4] [ID-9]', async () => {
    const email = 'wrong@house.example'
    const cases: [object, number, string][] = [
      [{ email, user_type: 'clinic-app', clinic_ids: [] }, 422, 'clinic_ids'],
      [{ email, user_type: 'clinic-app', clinic_ids: [maple, birch] }, 422, 'clinic_ids'],
      [{ email, user_type: 'home_health_patient', clinic_ids: [maple, birch] }, 422, 'clinic_ids'],
      [{ email, clinic_ids: ['missing'] }, 422, 'clinic_ids'],
      [{ email, contact: '07700 900123' }, 422, 'contact'],
      [{ email, is_otp_enabled: true }, 422, 'contact'],
      [{ email, is_otp_enabled: true, contact: null }, 422, 'contact'],
      [{ email, password: 'short' }, 422, 'password'],
      [{ email, password: 'Password1234' }, 422, 'password'],
      [{ email, first_name: 'Rhoswen', last_name: 'Vanterpool', password: 'Rhoswen.Vanterpool' }, 422, 'password'],
      [{ email, dob: '2999-01-01' }, 422, 'dob'],
      [{ email, first_name: ' ' }, 422, 'first_name'],
      [{ email, weight_kg: 'heavy' }, 400, 'weight_kg'],
      [{ email: 'nobody' }, 422, 'email'],
    ]
    for (const [more, status, field] of cases) {
      const answer = await admin.refused(createUser, { ...person({ email }), ...more })
      expect([answer.status, answer.body.field]).toEqual([status, field])
    }
    expect((await admin.call(listUsers, { email })).users).toEqual([])
  })
})

describe('listUsers', () => {
  it('filters by types, name, e-mail and id, and pages [US-2]', async () => {
    for (const [first_name, user_type] of [
      ['Ada', 'cip_users'],
      ['Bea', 'clinical-triage'],
      ['Cid', 'vc-admin'],
    ] as const)
      await admin.call(
        createUser,
        person({ email: `${first_name}@list.example`, user_type, first_name, last_name: 'Listed' }),
      )
    const names = async (input: CallArguments<typeof listUsers>) =>
      (await admin.call(listUsers, input)).users.map((user) => user.first_name)
    expect(await names({ name: 'listed' })).toEqual(['Ada', 'Bea', 'Cid'])
    expect(await names({ name: 'bea lis' })).toEqual(['Bea'])
    expect(await names({ email: '@LIST.', user_types: 'cip_users,vc-admin' })).toEqual(['Ada', 'Cid'])
    expect(await names({ email: '@list.', user_types: '' })).toEqual(['Ada', 'Bea', 'Cid'])
    expect(await names({ email: '_list' })).toEqual([])
    const page = await admin.call(listUsers, { email: '@list.', page: 2, page_size: 2 })
    expect(page.pagination).toEqual({ page: 2, page_size: 2, total_records: 3 })
    expect(page.users.map((user) => user.first_name)).toEqual(['Cid'])
    const [cid] = page.users
    expect((await admin.call(listUsers, { user_id: cid!.id })).users).toEqual([cid])
    expect((await admin.refused(listUsers, { user_types: 'sa,kings' })).body.field).toBe('user_types')
  })
})

it('a facility that goes takes its staff along, but nobody else [FA-1]', async () => {
  const going = await portal.createClinic({ name: 'Going' })
  const make = (email: string, user_type: Given['user_type'], clinic_ids: string[]) =>
    admin.call(createUser, person({ email, user_type, clinic_ids, password }))
  await make('only@going.example', 'clinic-web', [going])
  await make('both@going.example', 'clinic-web', [going, birch])
  await make('provider@going.example', 'vc-admin', [going])
  await admin.call(createUser, person({ email: 'office@going.example', clinic_ids: [going], is_admin_feature: true }))
  const answer = await portal.anonymous.call(signIn, { email: 'only@going.example', password })
  const only = portal.withToken((answer as { token: string }).token)
  await withCtx(
    { database: portal.databases.identity, actor: { type: 'job', name: 'test' }, log: createLog('silent') },
    (ctx) => removeUsersOfClinic(ctx, going),
  )
  expect((await only.refused(readSession, {})).status).toBe(401)
  const left = await admin.call(listUsers, { email: '@going.example' })
  expect(left.users.map(({ email, clinic_ids }) => ({ email, clinic_ids }))).toEqual(
    expect.arrayContaining([
      { email: 'both@going.example', clinic_ids: [birch] },
      { email: 'provider@going.example', clinic_ids: [] },
      { email: 'office@going.example', clinic_ids: [] },
    ]),
  )
  expect(left.users).toHaveLength(3)
})
