import { listClinics } from '@eupnea/contract/clinics.ts'
import { completeNewPassword, readSession, signIn } from '@eupnea/contract/sessions.ts'
import {
  assignClinicToUsers,
  createUser,
  deleteUser,
  listUsersOfType,
  readLoginHistory,
  readUser,
  readUserClinics,
  sendSetPasswordEmail,
  setUserClinics,
  setUserStatus,
  updateUser,
} from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, SignedInClient, TestHttp } from '../../tests/kit/portal.ts'
import { actsUpon, addUser, password, startPeople } from './people.fixture.ts'

let portal: TestHttp
let admin: SignedInClient
let maple: string
let birch: string
let listener: pg.Client
const events: { type: string; user_id?: string }[] = []

beforeAll(async () => {
  portal = await startPeople()
  admin = await portal.asUser({ email: 'admin@house.example' })
  maple = await portal.createClinic({ name: 'Maple' })
  birch = await portal.createClinic({ name: 'Birch' })
  listener = new pg.Client(portal.connection)
  await listener.connect()
  listener.on('notification', ({ payload }) => events.push(JSON.parse(payload ?? '')))
  await listener.query('listen eupnea')
})
afterAll(async () => {
  await listener.end()
  await portal.close()
})

const signedIn = async (email: string): Promise<Client> => {
  const answer = await portal.anonymous.call(signIn, { email, password })
  if (answer.status !== 'signedIn') throw new Error(answer.status)
  return portal.withToken(answer.token)
}

/** Whether the user's live connections are checked again after `before`. */
const accessChanged = async (user_id: string, before: number): Promise<boolean> => {
  await listener.query('select 1')
  return events.slice(before).some((event) => event.type === 'access_changed' && event.user_id === user_id)
}

describe('updateUser', () => {
  it('changes what is given and keeps the rest [US-1] [US-5]', async () => {
    const made = await addUser(admin, {
      clinic_ids: [maple],
      gender: 'female',
      weight_kg: 61.5,
      contact: '+4479009000',
    })
    const before = events.length
    const changed = await admin.call(updateUser, { user_id: made.id, last_name: 'Day', gender: null, height_cm: 171 })
    expect(changed).toEqual({ ...made, last_name: 'Day', gender: null, height_cm: 171 })
    expect(await admin.call(readUser, { user_id: made.id })).toEqual(changed)
    expect(await actsUpon(portal, made.id)).toContainEqual({
      act: 'user.update',
      detail: {
        user_id: made.id,
        changes: {
          last_name: { before: made.last_name, after: 'Day' },
          gender: { before: 'female', after: null },
          height_cm: { before: null, after: 171 },
        },
      },
    })
    expect(await accessChanged(made.id, before)).toBe(false)
    const acts = (await actsUpon(portal, made.id)).length
    await admin.call(updateUser, { user_id: made.id, last_name: 'Day', clinic_ids: [maple] })
    expect(await actsUpon(portal, made.id)).toHaveLength(acts)
    const name = (await (await signedIn(made.email)).call(readSession, {})).name
    expect(name).toBe('Nora Day')
  })

  it('what was sent to the e-mail before works no more [US-1] [ID-9]', async () => {
    const invited = await admin.call(createUser, {
      user_type: 'clinic-web',
      first_name: 'Nora',
      last_name: 'Night',
      email: 'old@change.example',
    })
    const { body } = await portal.owner
      .selectFrom('deliveries')
      .select('body')
      .where('recipient', '=', 'old@change.example')
      .executeTakeFirstOrThrow()
    const challenge = /#set-password=(\S+)/.exec(body ?? '')![1]!
    await admin.call(updateUser, { user_id: invited.id, email: 'new@change.example' })
    const refused = await portal.anonymous.refused(completeNewPassword, { challenge, password: 'tall-ships-at-dawn' })
    expect(refused.status).toBe(401)
  })

  it('another e-mail is unique and to be verified again; the same is not [US-1]', async () => {
    const made = await addUser(admin)
    await portal.owner.updateTable('users').set({ email_verified: true }).where('id', '=', made.id).execute()
    const same = await admin.call(updateUser, { user_id: made.id, email: made.email.toUpperCase() })
    expect(same.is_email_verified).toBe(true)
    const taken = await admin.refused(updateUser, { user_id: made.id, email: admin.email, last_name: 'Kept' })
    expect([taken.status, taken.body.field]).toEqual([409, 'email'])
    expect(await admin.call(readUser, { user_id: made.id })).toEqual(same)
    const moved = await admin.call(updateUser, { user_id: made.id, email: 'moved@people.example' })
    expect(moved).toMatchObject({ email: 'moved@people.example', is_email_verified: false })
    const log = JSON.stringify(await actsUpon(portal, made.id))
    expect(log).toContain(JSON.stringify({ email: { after: 'moved@people.example', before: made.email } }).slice(1, -1))
  })

  it('codes need a phone number that they are sent to, as long as they are asked for [US-5] [ID-3]', async () => {
    const { id: user_id } = await addUser(admin, { clinic_ids: [maple] })
    const refusal = async (change: object) => {
      const { status, body } = await admin.refused(updateUser, { user_id, ...change })
      return [status, body.errors]
    }
    const noPhone = [422, [{ field: 'contact', code: 'no_phone', message: m.user_phone_required() }]]
    expect(await refusal({ is_otp_enabled: true })).toEqual(noPhone)
    await admin.call(updateUser, { user_id, is_otp_enabled: true, contact: '+447700900123' })
    expect(await refusal({ contact: null })).toEqual(noPhone)
    await admin.call(updateUser, { user_id, is_otp_enabled: false, contact: null })
    // Where they are stored without one already, other changes are taken.
    await portal.owner.updateTable('users').set({ is_otp_enabled: true }).where('id', '=', user_id).execute()
    const said = { user_id, is_otp_enabled: true, contact: null, last_name: 'Day' }
    expect(await admin.call(updateUser, said)).toMatchObject({ last_name: 'Day' })
  })

  it('a type of one facility is checked against the facilities given or kept [US-4]', async () => {
    const made = await addUser(admin, { clinic_ids: [maple, birch] })
    const update = { user_id: made.id, user_type: 'clinic-app' as const }
    expect((await admin.refused(updateUser, update)).body.field).toBe('clinic_ids')
    const changed = await admin.call(updateUser, { ...update, clinic_ids: [birch] })
    expect(changed).toMatchObject({ user_type: 'clinic-app', is_cpro_app_member: true, clinic_ids: [birch] })
    const two = await admin.refused(updateUser, { user_id: made.id, clinic_ids: [birch, maple] })
    expect([two.status, two.body.field]).toEqual([422, 'clinic_ids'])
    const missing = await admin.refused(updateUser, { user_id: made.id, clinic_ids: ['missing'] })
    expect([missing.status, missing.body.field]).toEqual([422, 'clinic_ids'])
  })

  it('a changed type takes effect at once, on live connections too [US-1] [ID-8]', async () => {
    const made = await addUser(admin, { user_type: 'sa' })
    const theirs = await signedIn(made.email)
    await theirs.call(readUser, { user_id: made.id })
    const before = events.length
    const changed = await admin.call(updateUser, { user_id: made.id, user_type: 'clinic-web', clinic_ids: [maple] })
    expect(changed.groups).toEqual(['clinic'])
    expect((await theirs.refused(readSession, {})).status).toBe(401)
    expect(await accessChanged(made.id, before)).toBe(true)
    expect((await (await signedIn(made.email)).refused(readUser, { user_id: made.id })).status).toBe(403)
  })

  it('gives and takes the admin feature [US-5] [ID-7]', async () => {
    const made = await addUser(admin, { user_type: 'vc-admin' })
    const given = await admin.call(updateUser, { user_id: made.id, is_admin_feature: true })
    expect(given.groups).toEqual(['vc-admin', 'superadmin-feature'])
    const theirs = await signedIn(made.email)
    await theirs.call(readUser, { user_id: made.id })
    await admin.call(updateUser, { user_id: made.id, first_name: 'Still' })
    expect((await theirs.call(readUser, { user_id: made.id })).groups).toEqual(given.groups)
    await admin.call(updateUser, { user_id: made.id, is_admin_feature: false })
    expect((await theirs.refused(readSession, {})).status).toBe(401)
  })

  it('gives and takes the admin feature by the groups of a record, which keeps its type’s own [US-5] [ID-7]', async () => {
    const groups = ['vc-admin', 'superadmin-feature'] as const
    const made = await addUser(admin, { user_type: 'vc-admin', groups: [...groups] })
    expect((await (await signedIn(made.email)).call(readSession, {})).isAdminFeature).toBe(true)
    const user_id = made.id
    const moved = await admin.call(updateUser, { user_id, user_type: 'cip_users', groups: [...groups] })
    expect(moved.groups).toEqual(['cip_users', 'superadmin-feature'])
    expect((await admin.call(updateUser, { user_id, groups: ['sa'] })).groups).toEqual(['cip_users'])
    expect((await admin.refused(updateUser, { user_id, groups: ['none'] })).status).toBe(422)
  })

  it('an unknown user is 404 in every call [US-1]', async () => {
    const user_id = 'missing'
    const answers = [
      await admin.refused(readUser, { user_id }),
      await admin.refused(updateUser, { user_id, first_name: 'X' }),
      await admin.refused(deleteUser, { user_id }),
      await admin.refused(setUserStatus, { user_id, status: 0 }),
      await admin.refused(sendSetPasswordEmail, { user_id }),
      await admin.refused(readLoginHistory, { user_id }),
      await admin.refused(readUserClinics, { user_id }),
      await admin.refused(setUserClinics, { user_id, clinic_ids: [] }),
      await admin.refused(assignClinicToUsers, { clinic_id: maple, user_ids: [user_id] }),
    ]
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(answers.map(() => '404 user_not_found'))
  })
})

describe('setUserStatus', () => {
  it('a disabled user is signed out at once and stays out until enabled [US-1] [ID-8]', async () => {
    const made = await addUser(admin, { clinic_ids: [maple] })
    const theirs = await signedIn(made.email)
    const before = events.length
    expect((await admin.call(setUserStatus, { user_id: made.id, status: 0 })).status).toBe(0)
    expect((await theirs.refused(readSession, {})).status).toBe(401)
    expect((await portal.anonymous.refused(signIn, { email: made.email, password })).status).toBe(401)
    expect(await accessChanged(made.id, before)).toBe(true)
    const again = await admin.refused(setUserStatus, { user_id: made.id, status: 0 })
    expect([again.status, again.body.field]).toEqual([409, 'status'])
    await admin.call(setUserStatus, { user_id: made.id, status: 1 })
    expect((await theirs.refused(readSession, {})).status).toBe(401)
    await signedIn(made.email)
    const acts = (await actsUpon(portal, made.id)).map(({ act }) => act)
    expect(acts.filter((act) => /able$/.test(act))).toEqual(['user.disable', 'user.enable'])
  })
})

describe('deleteUser', () => {
  it('the user, their sessions and password go; the log stays [US-1] [AP-5]', async () => {
    const made = await addUser(admin, { clinic_ids: [maple] })
    const theirs = await signedIn(made.email)
    const before = events.length
    await admin.call(deleteUser, { user_id: made.id })
    expect((await theirs.refused(readSession, {})).status).toBe(401)
    expect((await portal.anonymous.refused(signIn, { email: made.email, password })).status).toBe(401)
    expect(await accessChanged(made.id, before)).toBe(true)
    for (const table of ['sessions', 'accounts', 'user_clinics'] as const)
      expect(await portal.owner.selectFrom(table).where('user_id', '=', made.id).select('user_id').execute()).toEqual(
        [],
      )
    expect((await admin.refused(deleteUser, { user_id: made.id })).status).toBe(404)
    expect((await actsUpon(portal, made.id)).map(({ act }) => act)).toContain('user.delete')
    await addUser(admin, { email: made.email })
  })
})

describe('sendSetPasswordEmail', () => {
  it('mails a link; a temporary password ends the sessions [US-1] [ID-2]', async () => {
    const made = await addUser(admin, { first_name: 'Rhoswen', last_name: 'Vanterpool' })
    const theirs = await signedIn(made.email)
    await admin.call(sendSetPasswordEmail, { user_id: made.id })
    await theirs.call(readSession, {})
    for (const guessable of ['Password1234', 'Rhoswen.Vanterpool']) {
      const weak = await admin.refused(sendSetPasswordEmail, { user_id: made.id, password: guessable })
      expect([weak.status, weak.body.field]).toEqual([422, 'password'])
    }
    await admin.call(sendSetPasswordEmail, { user_id: made.id, password: 'windy-temporary-door' })
    expect((await theirs.refused(readSession, {})).status).toBe(401)
    const answer = await portal.anonymous.call(signIn, { email: made.email, password: 'windy-temporary-door' })
    expect(answer.status).toBe('newPasswordRequired')
    const query = portal.owner.selectFrom('deliveries').where('recipient', '=', made.email).select('body')
    const bodies = (await query.execute()).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies.join()).not.toContain('windy')
    expect((await actsUpon(portal, made.id)).filter(({ act }) => act === 'user.send-set-password')).toHaveLength(2)
  })

  it('floods no mailbox, also through one user after the other [US-1] [ID-9]', async () => {
    const email = 'flooded@change.example'
    const invited = { user_type: 'clinic-web', first_name: 'Nora', last_name: 'Night', email } as const
    const mails = async () =>
      (await portal.owner.selectFrom('deliveries').where('recipient', '=', email).select('id').execute()).length
    const made = await admin.call(createUser, invited)
    for (let count = 2; count < 5; count++) await admin.call(sendSetPasswordEmail, { user_id: made.id })
    await admin.call(deleteUser, { user_id: made.id })
    const again = await admin.call(createUser, invited)
    expect(await mails()).toBe(5)
    const refused = await admin.refused(sendSetPasswordEmail, { user_id: again.id, password: 'windy-temporary-door' })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_mails'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    await admin.call(deleteUser, { user_id: again.id })
    expect((await admin.refused(createUser, invited)).status).toBe(429)
    expect(await mails()).toBe(5)
    // An hour later, and with another address in between.
    await addUser(admin)
    await portal.owner
      .updateTable('deliveries')
      .set({ created_at: Temporal.Now.instant().subtract({ minutes: 61 }) })
      .where('recipient', '=', email)
      .execute()
    await admin.call(createUser, invited)
    expect(await mails()).toBe(6)
  })
})

describe('lists and history', () => {
  it('lists the users of one type, and all when none is named [US-2]', async () => {
    const made = await addUser(admin, { user_type: 'home_health_patient', clinic_ids: [maple] })
    expect((await admin.call(listUsersOfType, { user_type: 'home_health_patient' })).items).toEqual([made])
    const all = (await admin.call(listUsersOfType, {})).items.map(({ id }) => id)
    expect(all).toEqual((await admin.call(listUsersOfType, { user_type: '' })).items.map(({ id }) => id))
    expect(all).toEqual(expect.arrayContaining([made.id, admin.userId]))
    expect((await admin.refused(listUsersOfType, { user_type: 'king' })).body.field).toBe('user_type')
  })

  it('shows sign-ins and attempts, newest first, paged [US-3]', async () => {
    const made = await addUser(admin)
    await portal.anonymous.refused(signIn, { email: made.email, password: 'not-the-password' })
    await signedIn(made.email)
    const { AuthEvents, pagination } = await admin.call(readLoginHistory, { user_id: made.id })
    expect(AuthEvents.map(({ EventType, EventResponse }) => `${EventType} ${EventResponse}`)).toEqual([
      'SignIn Pass',
      'SignIn Fail',
    ])
    expect(pagination).toEqual({ page: 1, page_size: 50, total_records: 2 })
    const second = await admin.call(readLoginHistory, { user_id: made.id, page: 2, page_size: 1 })
    expect(second.AuthEvents).toEqual([AuthEvents[1]])
    expect((await admin.call(readUser, { user_id: made.id })).last_login).not.toBeNull()
  })
})

describe('facilities of users', () => {
  it('are read and replaced, and take effect on the session that is open [US-3] [FA-4]', async () => {
    const made = await addUser(admin, { clinic_ids: [maple] })
    const theirs = await signedIn(made.email)
    const seen = async () => (await theirs.call(listClinics, {})).items.map(({ name }) => name)
    expect(await seen()).toEqual(['Maple'])
    const before = events.length
    const now = await admin.call(setUserClinics, { user_id: made.id, clinic_ids: [birch, birch] })
    expect(now).toEqual({ clinic_ids: [birch], clinic_list: [{ id: birch, name: 'Birch' }] })
    expect(await admin.call(readUserClinics, { user_id: made.id })).toEqual(now)
    expect(await seen()).toEqual(['Birch'])
    expect(await accessChanged(made.id, before)).toBe(true)
    expect(await actsUpon(portal, made.id)).toContainEqual({
      act: 'user.set-clinics',
      detail: { user_id: made.id, added: [birch], removed: [maple] },
    })
    expect((await admin.call(setUserClinics, { user_id: made.id, clinic_ids: [] })).clinic_ids).toEqual([])
    const missing = await admin.refused(setUserClinics, { user_id: made.id, clinic_ids: ['missing'] })
    expect([missing.status, missing.body.field]).toEqual([422, 'clinic_ids'])
  })

  it('that were taken meanwhile are not given again by who has not seen it [US-3] [FA-4]', async () => {
    const cedar = await portal.createClinic({ name: 'Cedar' })
    const { id: user_id } = await addUser(admin, { clinic_ids: [maple, birch] })
    const was = { clinic_ids: [birch, maple] }
    const clinic_ids = [maple, birch, cedar]
    await admin.call(setUserClinics, { user_id, clinic_ids: [maple], was })
    for (const call of [setUserClinics, updateUser]) {
      const stale = await admin.refused(call, { user_id, clinic_ids, was })
      expect([stale.status, stale.body.field, stale.body.message]).toEqual([
        ...[409, 'clinic_ids', m.clinic_assignment_edited_meanwhile({ clinics: 'Maple' })],
      ])
      expect((await admin.call(readUserClinics, { user_id })).clinic_ids).toEqual([maple])
      // Repeated after a lost answer, and from someone who has seen the change.
      await admin.call(call, { user_id, clinic_ids: [maple], was })
      const seen = await admin.call(call, { user_id, clinic_ids, was: { clinic_ids: [maple] } })
      expect(seen.clinic_ids.toSorted()).toEqual(clinic_ids.toSorted())
      await admin.call(setUserClinics, { user_id, clinic_ids: [maple] })
    }
    await admin.call(setUserClinics, { user_id, clinic_ids: [] })
    const none = await admin.refused(setUserClinics, { user_id, clinic_ids, was })
    expect(none.body.message).toBe(m.clinic_assignment_cleared_meanwhile())
    await admin.call(updateUser, { user_id, first_name: 'Kept', was })
  })

  it('one facility is assigned to many users, to all or none [US-3] [US-7]', async () => {
    const first = await addUser(admin, { clinic_ids: [maple] })
    const second = await addUser(admin)
    const single = await addUser(admin, { user_type: 'clinic-app', clinic_ids: [maple] })
    const clinicsOf = async (user_id: string) => (await admin.call(readUserClinics, { user_id })).clinic_ids
    const users = [first.id, second.id]
    const tooMany = await admin.refused(assignClinicToUsers, { clinic_id: birch, user_ids: [...users, single.id] })
    expect([tooMany.status, tooMany.body.field]).toEqual([422, 'clinic_ids'])
    const missing = await admin.refused(assignClinicToUsers, { clinic_id: birch, user_ids: [...users, 'missing'] })
    expect(missing.status).toBe(404)
    expect(await clinicsOf(second.id)).toEqual([])
    const before = events.length
    expect(await admin.call(assignClinicToUsers, { clinic_id: maple, user_ids: [...users, single.id] })).toEqual({
      assigned: 1,
    })
    expect(await accessChanged(second.id, before)).toBe(true)
    expect(await accessChanged(first.id, before)).toBe(false)
    expect(await clinicsOf(second.id)).toEqual([maple])
    const foreign = await admin.refused(assignClinicToUsers, { clinic_id: 'missing', user_ids: users })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'facility_not_found'])
  })
})
