import { createDevice, listInventory } from '@eupnea/contract/devices.ts'
import { createLiveToken, readSession, signIn, signOut } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { deviceRoutes } from '../devices/index.ts'
import { type UserActor, withCtx } from '../platform/context.ts'
import { listenToEvents, type PortalEvent } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { createFirstSuperadmin, createSessions, hashToken, sessionRoutes, setPassword } from './index.ts'

let portal: TestHttp
const log = createLog('silent')
const password = 'tall-ships-at-noon'
const job = { type: 'job', name: 'test' } as const

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [...sessionRoutes(sessions), ...deviceRoutes])
})
afterAll(() => portal.close())

const again = (sessionId: string) => portal.sessions.holderAgain({ type: 'user', sessionId } as UserActor)

/** A user who can sign in. */
async function addUser(email: string, more: { groups?: string[]; clinicIds?: string[] } = {}) {
  const user = await portal.asUser({ email, groups: ['clinic'], ...more })
  await withCtx({ database: portal.databases.identity, actor: job, log }, (ctx) =>
    setPassword(ctx, user.userId, password),
  )
  return user
}

const acts = () =>
  portal.owner.selectFrom('audit_entries').select(['act', 'actor_type', 'actor_id', 'detail', 'address']).execute()

describe('sign-in', () => {
  it('answers token and session for the right password, whatever the case and blanks of the e-mail [ID-1]', async () => {
    const clinic = await portal.createClinic()
    const { userId } = await addUser('anna@house.example', { clinicIds: [clinic] })
    const answer = await portal.anonymous.call(signIn, { email: ' Anna@House.example ', password })
    if (answer.status !== 'signedIn') throw new Error(answer.status)
    expect(answer.user).toMatchObject({
      id: userId,
      email: 'anna@house.example',
      role: 'Clinic',
      isSA: false,
      authorized: true,
      details: { admin_id: null, user_id: userId },
      clinic_ids: [clinic],
      token: answer.token,
    })
    expect(await portal.withToken(answer.token).call(readSession, {})).toEqual(answer.user)
    expect(await acts()).toContainEqual(
      expect.objectContaining({ act: 'session.sign-in', actor_type: 'user', actor_id: userId, address: '127.0.0.1' }),
    )
  })

  it('names a Superadmin as the owner of what they put in stock, and others as users [DE-6]', async () => {
    const stocked = async (groups: string[]) => {
      const user = await portal.asUser({ groups })
      await user.call(createDevice, {})
      const { details } = await user.call(readSession, {})
      const { admin_id, user_id } = details
      const owner = admin_id === null ? { user_id } : { admin_id }
      const { items } = await user.call(listInventory, owner)
      expect(items).toMatchObject([{ admin_id, user_id: admin_id === null ? user_id : null }])
      return [user.userId, details]
    }
    const [superadmin, ofSuperadmin] = await stocked(['sa'])
    expect(ofSuperadmin).toEqual({ admin_id: superadmin, user_id: superadmin })
    const [other, ofOther] = await stocked(['vc-admin', 'superadmin-feature'])
    expect(ofOther).toEqual({ admin_id: null, user_id: other })
  })

  it('answers an unknown e-mail, a wrong password, a disabled user and no e-mail at all alike [ID-1]', async () => {
    await addUser('known@house.example')
    const disabled = await addUser('gone@house.example')
    await portal.owner.updateTable('users').set({ status: 0 }).where('id', '=', disabled.userId).execute()
    const attempts = [
      { email: 'known@house.example', password: 'not the password' },
      { email: 'unknown@house.example', password },
      { email: 'gone@house.example', password },
      { email: 'no e-mail\u0000', password },
    ]
    for (const attempt of attempts) {
      const { status, body } = await portal.anonymous.refused(signIn, attempt)
      const { request_id, ...answer } = body
      expect(request_id).toBeTruthy()
      expect([status, answer]).toEqual([
        401,
        { code: 'invalid_login', title: 'Invalid Login', message: 'invalid Username or Password' },
      ])
    }
    const made = portal.owner.selectFrom('sessions').where('user_id', '=', disabled.userId)
    expect(await made.select('token').execute()).toEqual([{ token: hashToken(disabled.token) }])
  })

  it('leaves an audit entry of a failure, although the call is rolled back, without what was typed [ID-9]', async () => {
    const { userId } = await addUser('logged@house.example')
    await portal.anonymous.refused(signIn, { email: 'logged@house.example', password: 'not the password' })
    await portal.anonymous.refused(signIn, { email: 'typed-a-secret@house.example', password })
    const failures = (await acts()).filter(({ act }) => act === 'session.sign-in-failed')
    expect(failures).toContainEqual(
      expect.objectContaining({ actor_type: 'anonymous', detail: { user_id: userId }, address: '127.0.0.1' }),
    )
    expect(JSON.stringify(failures)).not.toContain('typed-a-secret')
  })

  it('names the missing field [AP-3]', async () => {
    const { status, body } = await portal.anonymous.refused(signIn, { email: 'anna@house.example' })
    expect([status, body.field]).toEqual([400, 'password'])
  })

  it('gives a challenge and no session when a new password or a code is due [ID-2] [ID-3]', async () => {
    for (const [column, status] of [
      ['new_password_required', 'newPasswordRequired'],
      ['is_otp_enabled', 'otpRequired'],
    ] as const) {
      const email = `${column}@house.example`
      const { userId } = await addUser(email)
      await portal.owner
        .updateTable('users')
        .set({ [column]: true })
        .where('id', '=', userId)
        .execute()
      await portal.owner.deleteFrom('sessions').where('user_id', '=', userId).execute()
      const answer = await portal.anonymous.call(signIn, { email, password })
      expect(answer).toMatchObject({ status, challenge: expect.any(String) })
      const sessions = await portal.owner.selectFrom('sessions').where('user_id', '=', userId).selectAll().execute()
      expect(sessions).toEqual([])
      const kept = await portal.owner.selectFrom('verifications').where('value', '=', userId).selectAll().execute()
      const challenge = (answer as { challenge: string }).challenge
      expect(kept.map((row) => row.identifier)).toEqual([`${status}:${hashToken(challenge)}`])
      // A wrong password must not reveal that a step is due.
      const wrong = await portal.anonymous.refused(signIn, { email, password: 'wrong' })
      expect(wrong.body.code).toBe('invalid_login')
    }
  })

  it('stores neither the token nor the password in clear [ID-9]', async () => {
    const { userId } = await addUser('stored@house.example')
    const answer = await portal.anonymous.call(signIn, { email: 'stored@house.example', password })
    const token = (answer as { token: string }).token
    const sessions = await portal.owner.selectFrom('sessions').where('user_id', '=', userId).select('token').execute()
    expect(sessions.map((row) => row.token)).toContain(hashToken(token))
    expect(sessions.map((row) => row.token)).not.toContain(token)
    const account = await portal.owner
      .selectFrom('accounts')
      .where('user_id', '=', userId)
      .select(['password', 'account_id', 'provider_id'])
      .executeTakeFirstOrThrow()
    expect(account).toMatchObject({ account_id: userId, provider_id: 'credential' })
    expect(account.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('throttle', () => {
  it('lets an account fail ten times, also side by side, then answers 429 even to the right password [ID-9]', async () => {
    await addUser('target@house.example')
    const tries = await Promise.all(
      Array.from({ length: 14 }, () =>
        portal.anonymous.refused(signIn, { email: 'target@house.example', password: 'not the password' }),
      ),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    const blocked = tries.filter(({ status }) => status === 429)
    expect(blocked).toHaveLength(4)
    expect(Number(blocked[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    const right = await portal.anonymous.refused(signIn, { email: 'target@house.example', password })
    expect([right.status, right.body.code]).toEqual([429, 'too_many_attempts'])
  })
})

describe('a session', () => {
  it('stops with sign-out at once, on other nodes too, and says so to live connections [ID-6] [ID-8]', async () => {
    const user = await addUser('leaving@house.example')
    const {
      connections: { identity: connection },
      databases: { identity: database },
    } = portal
    const otherNode = createSessions({
      database,
      secret: 'x'.repeat(32),
      baseUrl: () => 'http://127.0.0.1',
    })
    const listener = await listenToEvents(connection, log)
    const heard = new Promise<PortalEvent>((resolve) => listener.on(resolve))
    try {
      expect(await otherNode.authenticate(user.token)).toMatchObject({ id: user.userId, token: user.token })
      await user.call(signOut, {})
      expect(await otherNode.authenticate(user.token)).toBeNull()
      expect((await user.refused(readSession, {})).status).toBe(401)
      expect(await heard).toEqual({ type: 'session_ended', session_id: user.sessionId })
      expect(await acts()).toContainEqual(expect.objectContaining({ act: 'session.sign-out', actor_id: user.userId }))
    } finally {
      await listener.close()
    }
  })

  it('stops when it expires, when its user is disabled, and was never there for a made-up token [ID-8]', async () => {
    const { sessions, owner } = portal
    const user = await portal.asUser()
    await owner.updateTable('users').set({ status: 0 }).where('id', '=', user.userId).execute()
    expect(await sessions.authenticate(user.token)).toBeNull()
    expect(await again(user.sessionId)).toBeNull()
    await owner.updateTable('users').set({ status: 1 }).where('id', '=', user.userId).execute()
    expect((await again(user.sessionId))?.expiresAt).toBeInstanceOf(Temporal.Instant)
    const past = Temporal.Now.instant().subtract({ seconds: 1 })
    await owner.updateTable('sessions').set({ expires_at: past }).where('id', '=', user.sessionId).execute()
    expect(await sessions.authenticate(user.token)).toBeNull()
    expect(await sessions.authenticate('made-up')).toBeNull()
    await sessions.removeExpired()
    expect(await owner.selectFrom('sessions').where('id', '=', user.sessionId).selectAll().execute()).toEqual([])
  })

  it('is kept alive by use, but no longer than 30 days [ID-8]', async () => {
    const { sessions, owner } = portal
    const user = await portal.asUser()
    const set = (created: string, updated: string) =>
      sql`update sessions set expires_at = now() + interval '1 minute', created_at = now() - ${created}::interval,
        updated_at = now() - ${updated}::interval where id = ${user.sessionId}`.execute(owner)
    const hoursLeft = async () => {
      await sessions.authenticate(user.token)
      return Temporal.Now.instant()
        .until((await again(user.sessionId))!.expiresAt!)
        .total('hours')
    }
    await set('1 day', '10 minutes')
    expect(await hoursLeft()).toBeLessThan(1)
    await set('1 day', '2 hours')
    expect(await hoursLeft()).toBeGreaterThan(11)
    await set('29 days 23 hours', '2 hours')
    expect(await hoursLeft()).toBeLessThan(2)
  })

  it('gets its role from the groups [ID-7]', async () => {
    const cases: [string[], object][] = [
      [['sa'], { role: 'Superadmin', isSA: true, isAdminFeature: false }],
      [['clinic'], { role: 'Clinic', isSA: false }],
      [['member'], { role: 'Member' }],
      [['vc-admin'], { role: 'Provider' }],
      [['member', 'cip_users'], { role: 'Provider' }],
      [['clinic', 'superadmin-feature'], { role: 'Clinic', isSA: false, isAdminFeature: true }],
      [['member', 'superadmin-feature'], { role: 'Member', isAdminFeature: true }],
    ]
    for (const [groups, expected] of cases)
      expect(await (await portal.asUser({ groups })).call(readSession, {})).toMatchObject(expected)
  })

  it('is required: without, with a wrong and with an empty token the answer is 401 [ID-8]', async () => {
    for (const client of [portal.anonymous, portal.withToken('made-up'), portal.withToken(' ')])
      expect((await client.refused(readSession, {})).status).toBe(401)
  })
})

describe('a live token', () => {
  it('opens one live connection, once, for the one who asked [ID-8]', async () => {
    const user = await portal.asUser({ groups: ['clinic'] })
    const { token, expires_at } = await user.call(createLiveToken, {})
    expect(Temporal.Now.instant().until(expires_at).total('seconds')).toBeLessThanOrEqual(60)
    const takers = await Promise.all([1, 2, 3].map(() => portal.sessions.resolveLive(token)))
    const taken = takers.filter((holder) => holder !== null)
    expect(taken).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ id: user.userId, sessionId: user.sessionId, role: 'Clinic', token: '' }),
        expiresAt: expect.any(Temporal.Instant),
      }),
    ])
    expect(await portal.sessions.resolveLive(token)).toBeNull()
    expect((await portal.withToken(token).refused(readSession, {})).status).toBe(401)
  })

  it('is refused after 60 s and after the end of its session; a session token works instead [ID-8]', async () => {
    const user = await portal.asUser()
    const { token } = await user.call(createLiveToken, {})
    await sql`update live_tokens set expires_at = now() - interval '1 second'`.execute(portal.owner)
    expect(await portal.sessions.resolveLive(token)).toBeNull()
    expect(await portal.sessions.resolveLive(user.token)).toMatchObject({ actor: { sessionId: user.sessionId } })
    const second = await user.call(createLiveToken, {})
    await user.call(signOut, {})
    expect(await portal.sessions.resolveLive(second.token)).toBeNull()
    expect(await portal.sessions.resolveLive(user.token)).toBeNull()
  })
})

describe('the first Superadmin', () => {
  it('is made once on an empty database, by one of several nodes, and can sign in [ID-1]', async () => {
    const empty = await startTestHttp(sessionRoutes)
    try {
      const make = () =>
        withCtx({ database: empty.databases.identity, actor: job, log }, (ctx) =>
          createFirstSuperadmin(ctx, { email: 'Admin@Eupnea.local' }),
        )
      const made = (await Promise.all([make(), make(), make()])).filter((result) => result !== null)
      expect(made).toEqual([{ email: 'admin@eupnea.local', password: expect.any(String), isGenerated: true }])
      expect(made[0]!.password.length).toBeGreaterThan(20)
      const { email, password } = made[0]!
      expect(await empty.anonymous.call(signIn, { email, password })).toMatchObject({
        status: 'signedIn',
        user: { isSA: true },
      })
    } finally {
      await empty.close()
    }
  })

  it('has the password that the operator chose, as it is [ID-1]', async () => {
    const empty = await startTestHttp(sessionRoutes)
    try {
      const given = { email: 'admin@eupnea.local', password: 'Password1234' }
      const made = await withCtx({ database: empty.databases.identity, actor: job, log }, (ctx) =>
        createFirstSuperadmin(ctx, given),
      )
      expect(made).toEqual({ ...given, isGenerated: false })
      expect(await empty.anonymous.call(signIn, given)).toMatchObject({ status: 'signedIn' })
    } finally {
      await empty.close()
    }
  })
})
