import { listProofs, readAccount } from '@eupnea/contract/account.ts'
import type { Call, CallOutput } from '@eupnea/contract/call.ts'
import {
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  proveByPasskey,
  renamePasskey,
  signInByPasskey,
} from '@eupnea/contract/passkeys.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor, CtxOrigin } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import type { Route } from '../../platform/route.ts'
import { createSessions } from '../create-sessions.ts'
import { type People, startPeople } from '../people.fixture.ts'
import { sessionRoutes } from '../routes.ts'
import { createSoftPasskey } from './soft-passkey.fixture.ts'

let people: People
/** The calls of a portal with a host name. */
let routes: readonly Route[]
beforeAll(async () => {
  people = await startPeople()
  const { sessions, databases } = people.portal
  const { secret } = sessions.parts
  routes = sessionRoutes(
    createSessions({ database: databases.identity, secret, baseUrl: () => 'https://portal.example' }),
  )
})
afterAll(() => people.portal.close())

const portal = { host: 'portal.example', origin: 'https://portal.example' }

async function run<C extends Call>(call: C, input: unknown, token?: string): Promise<CallOutput<C>> {
  const actor: Actor = (token && (await people.portal.sessions.authenticate(token))) || { type: 'anonymous' }
  const origin: CtxOrigin = { database: people.portal.databases.identity, actor, log: createLog('silent') }
  return (await routes
    .find((route) => route.call === (call as Call))!
    .run(origin, call.input.parse(input))) as CallOutput<C>
}

const challengeOf = async (call: typeof beginPasskeySignIn, token?: string) =>
  String((await run(call, {}, token)).options.challenge)
/** Somebody with a passkey. */
async function addWithPasskey() {
  const user = await people.add()
  const passkey = createSoftPasskey(user.userId)
  const made = passkey.make({ ...portal, challenge: await challengeOf(beginPasskey, user.token) })
  const { backup_codes } = await run(createPasskey, { name: 'Phone', passkey: made }, user.token)
  await later()
  return { ...user, passkey, backup_codes }
}

/** Challenges of one millisecond are one to a passkey. */
async function later(): Promise<void> {
  const now = Temporal.Now.instant().epochMilliseconds
  while (Temporal.Now.instant().epochMilliseconds <= now) await new Promise((resolve) => setImmediate(resolve))
}

const refused = { status: 401, code: 'invalid_passkey' }

describe('a passkey', () => {
  it('is made for the person who asks, on a page of the portal, by somebody it knows, once [DO-5]', async () => {
    const [user, other] = [await people.add(), await people.add()]
    const { options } = await run(beginPasskey, {}, user.token)
    expect(options).toMatchObject({
      rp: { id: 'portal.example', name: 'Eupnea' },
      user: { id: Buffer.from(user.userId).toString('base64url'), name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const passkey = createSoftPasskey(user.userId)
    const challenge = String(options.challenge)
    const wrong = [
      passkey.make({ ...portal, challenge, origin: 'https://portal.example.evil.test' }),
      passkey.make({ ...portal, challenge, host: 'evil.test' }),
      passkey.make({ ...portal, challenge: await challengeOf(beginPasskey, other.token) }),
      passkey.make({ ...portal, challenge: await challengeOf(beginPasskeySignIn) }),
      passkey.make({ ...portal, challenge: 'made-up' }),
      passkey.make({ ...portal, challenge }, { isUnverified: true }),
    ]
    for (const made of wrong)
      await expect(run(createPasskey, { name: 'Phone', passkey: made }, user.token)).rejects.toMatchObject({
        status: 422,
        field: 'passkey',
      })
    const made = passkey.make({ ...portal, challenge, origin: 'https://maple.portal.example' })
    const { backup_codes } = await run(createPasskey, { name: 'Phone', passkey: made }, user.token)
    expect(backup_codes).toHaveLength(10)
    await expect(run(createPasskey, { name: 'Again', passkey: made }, user.token)).rejects.toMatchObject({
      status: 409,
    })
    expect((await run(beginPasskey, {}, user.token)).options.excludeCredentials).toMatchObject([{ id: passkey.id }])
    expect((await user.call(readAccount, {})).passkeys).toMatchObject([{ name: 'Phone', last_used_at: null }])
    const [mail] = await people.messagesTo(user.email)
    expect(mail?.body).toContain('A passkey was added to your Eupnea account')
  })

  it('signs in without name, password or second step, once for each challenge [DO-5]', async () => {
    const user = await addWithPasskey()
    await people.portal.owner.updateTable('users').set({ is_otp_enabled: true }).where('id', '=', user.userId).execute()
    const passkey = user.passkey.use({ ...portal, challenge: await challengeOf(beginPasskeySignIn) })
    expect(await run(signInByPasskey, { passkey })).toMatchObject({ status: 'signedIn', user: { id: user.userId } })
    await expect(run(signInByPasskey, { passkey })).rejects.toMatchObject(refused)
    expect(await people.eventsOf(user.userId)).toEqual(['SignIn Pass Passkey Success', 'SignIn Fail Passkey Failure'])
    expect((await user.call(readAccount, {})).passkeys[0]!.last_used_at).not.toBeNull()
  })

  it('opens nothing from another page, for another purpose, without its person, or when it is a copy [DO-5]', async () => {
    const [user, other] = [await addWithPasskey(), await addWithPasskey()]
    const ceremony = async (more = {}) => {
      await later()
      return { ...portal, challenge: await challengeOf(beginPasskeySignIn), ...more }
    }
    const wrong = [
      user.passkey.use(await ceremony({ origin: 'https://evil.test' })),
      user.passkey.use(await ceremony({ origin: 'https://portal.example:8443' })),
      user.passkey.use(await ceremony({ host: 'evil.test' })),
      user.passkey.use(await ceremony({ challenge: await challengeOf(beginPasskeyProof, user.token) })),
      user.passkey.use(await ceremony({ challenge: 'made-up' })),
      user.passkey.use(await ceremony(), { isUnverified: true }),
      user.passkey.use(await ceremony(), { userHandle: other.userId }),
      { ...user.passkey.use(await ceremony()), id: other.passkey.id, rawId: other.passkey.id },
      createSoftPasskey(user.userId).use(await ceremony()),
    ]
    for (const passkey of wrong) await expect(run(signInByPasskey, { passkey })).rejects.toMatchObject(refused)
    await run(signInByPasskey, { passkey: user.passkey.use(await ceremony(), { counter: 40 }) })
    // A copy that has counted less.
    const copied = user.passkey.use(await ceremony(), { counter: 40 })
    await expect(run(signInByPasskey, { passkey: copied })).rejects.toMatchObject(refused)
    await people.portal.owner.updateTable('users').set({ status: 0 }).where('id', '=', user.userId).execute()
    const disabled = user.passkey.use(await ceremony(), { counter: 50 })
    await expect(run(signInByPasskey, { passkey: disabled })).rejects.toMatchObject(refused)
  })

  it('leaves people of the house’s directory to it where only that may sign them in [DO-5] [SI-1]', async () => {
    const user = await addWithPasskey()
    const { owner } = people.portal
    await owner.insertInto('directory_people').values({ user_id: user.userId, is_created: true }).execute()
    await owner.updateTable('directory_settings').set({ is_local_off: true }).execute()
    try {
      const passkey = user.passkey.use({ ...portal, challenge: await challengeOf(beginPasskeySignIn) })
      await expect(run(signInByPasskey, { passkey })).rejects.toMatchObject({ status: 403, code: 'directory_only' })
    } finally {
      await owner.updateTable('directory_settings').set({ is_local_off: false }).execute()
    }
  })

  it('proves who it is in one session, and is nobody else’s proof, name or deletion [DO-5]', async () => {
    const [user, other] = [await addWithPasskey(), await addWithPasskey()]
    expect(await user.call(listProofs, {})).toMatchObject({ passkey: true })
    const aged = sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${user.userId}`
    await aged.execute(people.portal.owner)
    const proof = { ...portal, challenge: await challengeOf(beginPasskeyProof, user.token) }
    const theirs = { status: 422, code: 'wrong_passkey' }
    const strange = other.passkey.use(proof, { userHandle: other.userId })
    await expect(run(proveByPasskey, { passkey: strange }, user.token)).rejects.toMatchObject(theirs)
    const own = user.passkey.use(proof)
    await expect(run(proveByPasskey, { passkey: own }, other.token)).rejects.toMatchObject(theirs)
    expect((await user.refused(deletePasskey, { passkey_id: 'none' })).body.code).toBe('proof_due')
    await run(proveByPasskey, { passkey: own }, user.token)
    const [mine] = (await user.call(readAccount, {})).passkeys
    expect((await other.refused(renamePasskey, { passkey_id: mine!.id, name: 'Mine' })).status).toBe(404)
    expect((await other.refused(deletePasskey, { passkey_id: mine!.id })).status).toBe(404)
    await user.call(renamePasskey, { passkey_id: mine!.id, name: 'Tablet' })
    expect((await user.call(readAccount, {})).passkeys).toMatchObject([{ name: 'Tablet' }])
    await user.call(deletePasskey, { passkey_id: mine!.id })
    const after = await user.call(readAccount, {})
    expect([after.passkeys, after.two_step.backup_codes]).toEqual([[], 0])
  })
})
