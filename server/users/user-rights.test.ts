import type { CallOutput } from '@eupnea/contract/call.ts'
import { readSession, signIn } from '@eupnea/contract/sessions.ts'
import {
  assignClinicToUsers,
  createUser,
  deleteUser,
  readUserClinics,
  sendSetPasswordEmail,
  setUserClinics,
  setUserStatus,
  updateUser,
} from '@eupnea/contract/users.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client, SignedInClient, TestHttp } from '../../tests/kit/portal.ts'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { deleteUser as removeUser } from './delete-user.ts'
import { addUser, password, startPeople } from './people.fixture.ts'
import { setUserStatus as moveStatus } from './set-user-status.ts'
import { updateUser as changeUser } from './update-user.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startPeople()
})
beforeEach(async () => {
  await portal.owner.deleteFrom('users').execute()
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const signedIn = async ({ email }: CallOutput<typeof createUser>): Promise<Client> => {
  const answer = await portal.anonymous.call(signIn, { email, password })
  if (answer.status !== 'signedIn') throw new Error(answer.status)
  return portal.withToken(answer.token)
}
const job = () =>
  ({ database: portal.databases.identity, actor: { type: 'job', name: 'test' }, log: createLog('silent') }) as const

/** The answer to a call made after a change but before its commit. */
async function askDuring<T>(change: (ctx: Ctx) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  const [answer] = await withCtx(job(), async (ctx) => {
    await change(ctx)
    const asked = call()
    await untilWaiting(portal.owner, asked)
    return [asked]
  })
  return answer
}
const refusalOf = async (answer: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await answer
  return `${status} ${body.code}`
}

describe('a holder of the admin feature who is no Superadmin', () => {
  it('administers others, but no Superadmin, and makes nobody more than they are [US-1] [ID-7]', async () => {
    const clinic_id = await portal.createClinic()
    const holder = await addUser(admin, { user_type: 'vc-admin', is_admin_feature: true })
    const other = await addUser(admin, { user_type: 'cip_users' })
    const theirs = await signedIn(holder)
    await theirs.call(updateUser, { user_id: other.id, first_name: 'Changed', user_type: 'clinic-web' })
    await theirs.call(setUserStatus, { user_id: other.id, status: 0 })
    await theirs.call(createUser, { user_type: 'member', first_name: 'A', last_name: 'B', email: 'ab@x.example' })

    const user_id = admin.userId
    const person = { first_name: 'A', last_name: 'B', email: 'new@x.example' }
    const forbidden = [
      theirs.refused(createUser, { ...person, user_type: 'sa' }),
      theirs.refused(createUser, { ...person, user_type: 'member', is_admin_feature: true }),
      theirs.refused(createUser, { ...person, user_type: 'member', groups: ['superadmin-feature'] }),
      theirs.refused(updateUser, { user_id: other.id, groups: ['superadmin-feature'] }),
      theirs.refused(updateUser, { user_id, first_name: 'X' }),
      theirs.refused(updateUser, { user_id, email: 'mine@x.example' }),
      theirs.refused(updateUser, { user_id, user_type: 'member' }),
      theirs.refused(updateUser, { user_id: other.id, user_type: 'sa' }),
      theirs.refused(updateUser, { user_id: holder.id, user_type: 'sa' }),
      theirs.refused(updateUser, { user_id: other.id, is_admin_feature: true }),
      theirs.refused(deleteUser, { user_id }),
      theirs.refused(setUserStatus, { user_id, status: 0 }),
      theirs.refused(sendSetPasswordEmail, { user_id }),
      theirs.refused(sendSetPasswordEmail, { user_id, password: 'mine-from-now-on' }),
      theirs.refused(setUserClinics, { user_id, clinic_ids: [clinic_id] }),
      theirs.refused(assignClinicToUsers, { clinic_id, user_ids: [other.id, user_id] }),
    ]
    for (const answer of forbidden) expect(await refusalOf(answer)).toBe('403 forbidden')
    await theirs.call(deleteUser, { user_id: other.id })
    expect((await admin.call(readSession, {})).isSA).toBe(true)
    const outbox = await portal.owner.selectFrom('deliveries').select('recipient').execute()
    expect(outbox).toEqual([{ recipient: 'ab@x.example' }])
  })

  it('has no way into the account of another holder; their own stays theirs [US-1] [ID-7]', async () => {
    const clinic_id = await portal.createClinic()
    const holder = await addUser(admin, { user_type: 'vc-admin', is_admin_feature: true })
    const { id: user_id } = await addUser(admin, { user_type: 'vc-admin', is_admin_feature: true })
    const theirs = await signedIn(holder)
    const forbidden = [
      theirs.refused(sendSetPasswordEmail, { user_id, password: 'mine-from-now-on' }),
      theirs.refused(sendSetPasswordEmail, { user_id }),
      theirs.refused(updateUser, { user_id, email: 'mine@x.example' }),
      theirs.refused(updateUser, { user_id, contact: '+4912345678' }),
      theirs.refused(updateUser, { user_id, is_admin_feature: false }),
      theirs.refused(setUserStatus, { user_id, status: 0 }),
      theirs.refused(setUserClinics, { user_id, clinic_ids: [clinic_id] }),
      theirs.refused(assignClinicToUsers, { clinic_id, user_ids: [user_id] }),
      theirs.refused(deleteUser, { user_id }),
    ]
    for (const answer of forbidden) expect(await refusalOf(answer)).toBe('403 forbidden')
    await theirs.call(sendSetPasswordEmail, { user_id: holder.id })
    await theirs.call(setUserClinics, { user_id: holder.id, clinic_ids: [clinic_id] })
    await theirs.call(updateUser, { user_id: holder.id, email: 'moved@x.example' })
    await admin.call(sendSetPasswordEmail, { user_id, password: 'windy-temporary-door' })
  })
})

describe('a user who is being changed', () => {
  it('gets the link at their new address, not at the one before [US-1] [ID-9]', async () => {
    const { id: user_id, email } = await addUser(admin)
    const change = (ctx: Ctx) => changeUser({ ctx, input: { user_id, email: 'moved@x.example' } })
    await askDuring(change, () => admin.call(sendSetPasswordEmail, { user_id }))
    const outbox = await portal.owner.selectFrom('deliveries').select('recipient').execute()
    expect(outbox).toContainEqual({ recipient: 'moved@x.example' })
    expect(outbox).not.toContainEqual({ recipient: email })
  })

  it('gets no temporary password from who may not give them one any more [US-1] [ID-7]', async () => {
    const holder = await addUser(admin, { user_type: 'vc-admin', is_admin_feature: true })
    const { id: user_id, email } = await addUser(admin)
    const theirs = await signedIn(holder)
    const change = (ctx: Ctx) => changeUser({ ctx, input: { user_id, user_type: 'sa' } })
    const call = () =>
      theirs.send('PUT', sendSetPasswordEmail.path.replace('{user_id}', user_id), { password: 'mine-from-now-on' })
    expect((await askDuring(change, call)).status).toBe(403)
    await portal.anonymous.call(signIn, { email, password })
  })

  it('of one facility does not get a second one [US-3] [US-4]', async () => {
    const [first, second] = [await portal.createClinic(), await portal.createClinic()]
    const { id: user_id } = await addUser(admin)
    const change = (ctx: Ctx) => changeUser({ ctx, input: { user_id, user_type: 'clinic-app', clinic_ids: [first] } })
    const assign = { clinic_id: second, user_ids: [user_id] }
    const answer = await askDuring(change, () => admin.send('PUT', assignClinicToUsers.path, assign))
    expect(answer).toMatchObject({ status: 422, body: { field: 'clinic_ids' } })
    expect((await admin.call(readUserClinics, { user_id })).clinic_ids).toEqual([first])
  })
})

describe('oneself', () => {
  it('nobody deletes, disables or demotes themselves [US-8]', async () => {
    const second = await addUser(admin, { user_type: 'sa' })
    const user_id = admin.userId
    const refused = [
      admin.refused(deleteUser, { user_id }),
      admin.refused(setUserStatus, { user_id, status: 0 }),
      admin.refused(updateUser, { user_id, user_type: 'vc-admin' }),
    ]
    for (const answer of refused) expect(await refusalOf(answer)).toBe('409 own_account')
    const holder = await addUser(admin, { user_type: 'vc-admin', is_admin_feature: true })
    const theirs = await signedIn(holder)
    expect(await refusalOf(theirs.refused(updateUser, { user_id: holder.id, is_admin_feature: false }))).toBe(
      '409 own_account',
    )
    await admin.call(updateUser, { user_id, first_name: 'Renamed', is_admin_feature: true })
    await admin.call(updateUser, { user_id, is_admin_feature: false })
    await admin.call(updateUser, { user_id: second.id, user_type: 'vc-admin' })
    await theirs.call(updateUser, { user_id: holder.id, user_type: 'vc-admin', first_name: 'Me' })
  })
})

describe('the last Superadmin', () => {
  it('who is active stays, whoever asks and with disabled ones beside them [US-8]', async () => {
    const disabled = await addUser(admin, { user_type: 'sa' })
    await admin.call(setUserStatus, { user_id: disabled.id, status: 0 })
    const origin = job()
    const user_id = admin.userId
    const tries: ((ctx: Ctx) => Promise<unknown>)[] = [
      (ctx) => removeUser({ ctx, input: { user_id } }),
      (ctx) => moveStatus({ ctx, input: { user_id, status: 0 } }),
      (ctx) => changeUser({ ctx, input: { user_id, user_type: 'member' } }),
    ]
    for (const one of tries)
      await expect(withCtx(origin, one)).rejects.toMatchObject({ status: 409, code: 'last_superadmin' })
    await withCtx(origin, (ctx) => changeUser({ ctx, input: { user_id, first_name: 'Renamed' } }))
    await withCtx(origin, (ctx) => removeUser({ ctx, input: { user_id: disabled.id } }))
    expect((await admin.call(readSession, {})).isSA).toBe(true)
  })

  it('remains when two delete, disable or demote each other at the same moment [US-8]', async () => {
    for (const act of ['delete', 'disable', 'demote'] as const)
      for (let round = 0; round < 5; round++) {
        await portal.owner.deleteFrom('users').execute()
        const pair = [await portal.asUser(), await portal.asUser()] as const
        const acts = { delete: deleteUser, disable: setUserStatus, demote: updateUser } as const
        const more = { delete: {}, disable: { status: 0 }, demote: { user_type: 'member' } } as const
        const outcomes = await Promise.allSettled(
          pair.map((one, index) =>
            one.refused(acts[act], { user_id: pair[1 - index]!.userId, ...more[act] }).then(({ status }) => status),
          ),
        )
        const refusals = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
        // The second one is refused: as the last one's peer, or because they are already signed out.
        expect(refusals).toHaveLength(1)
        expect([409, 401]).toContain(refusals[0])
        const left = portal.owner.selectFrom('users').where('user_type', '=', 'sa').where('status', '=', 1).select('id')
        expect(await left.execute()).toHaveLength(1)
      }
  })
})
