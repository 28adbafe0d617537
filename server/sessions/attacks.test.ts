import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import type { Call } from '@eupnea/contract/call.ts'
import {
  completeNewPassword,
  confirmEmail,
  confirmOtp,
  forgotPassword,
  readSession,
  resetPassword,
  signIn,
  signOut,
  verifyEmail,
} from '@eupnea/contract/sessions.ts'
import { readTwoStepRoles } from '@eupnea/contract/two-step.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CtxOrigin } from '../platform/context.ts'
import { createHttp } from '../platform/http.ts'
import { createLog } from '../platform/log.ts'
import { makeChallenge, takeChallenge } from './challenges.ts'
import { createSessions, hashToken, sessionRoutes } from './index.ts'
import {
  challengeOf,
  newPassword,
  type People,
  password,
  type Reply,
  requestOf,
  startPeople,
} from './people.fixture.ts'
import { signIn as signInVerb } from './sign-in.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.portal.close())

const otherCodes = (code: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => String((Number(code) + at + 1) % 1_000_000).padStart(6, '0'))

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted()

describe('a session token', () => {
  it('is new with every sign-in, whatever token or cookie comes with it [ID-8]', async () => {
    const [user, other] = [await people.add(), await people.add()]
    const planted = 'p'.repeat(43)
    const given: Record<string, string>[] = [
      {},
      { cookie: `eupnea_session=${planted}` },
      { authorization: `Bearer ${planted}` },
    ]
    const asOther = { cookie: `eupnea_session=${other.token}` }
    const tokens = new Set<unknown>([planted, other.token])
    for (const headers of [...given, asOther]) {
      const { body } = await people.ask(signIn, { email: user.email, password }, headers)
      expect(body).toMatchObject({ status: 'signedIn', user: { id: user.userId } })
      expect(tokens.has(body.token)).toBe(false)
      tokens.add(body.token)
    }
    expect((await people.portal.withToken(planted).refused(readSession, {})).status).toBe(401)
    // The other person's session is neither taken over nor ended.
    expect(await other.call(readSession, {})).toMatchObject({ id: other.userId })
  })

  it('is worth nothing after sign-out [ID-6] [ID-8]', async () => {
    const user = await people.add()
    const { body } = await people.ask(signIn, { email: user.email, password })
    const holder = people.portal.withToken(String(body.token))
    await holder.call(signOut, {})
    for (const [header, value] of [
      ['authorization', `Bearer ${body.token}`],
      ['cookie', `eupnea_session=${body.token}`],
    ] as const)
      expect((await people.ask(readSession, {}, { [header]: value })).status).toBe(401)
  })

  it('is worth what its user may do now: a changed role counts, a disabled user is out [ID-7] [ID-8]', async () => {
    const user = await people.add()
    const set = (values: { groups: string[] } | { status: number }) =>
      people.portal.owner.updateTable('users').set(values).where('id', '=', user.userId).execute()
    await set({ groups: ['sa'] })
    await user.call(readTwoStepRoles, {})
    await set({ groups: ['member'] })
    expect((await user.refused(readTwoStepRoles, {})).status).toBe(403)
    await set({ groups: ['sa'] })
    await user.call(readTwoStepRoles, {})
    await set({ status: 0 })
    expect((await user.refused(readTwoStepRoles, {})).status).toBe(401)
  })

  it('is not taken from the cookie when another site makes the browser call [ID-8]', async () => {
    const user = await people.add()
    const cookie = `eupnea_session=${user.token}`
    for (const site of ['cross-site', 'same-site'])
      expect((await people.ask(signOut, {}, { cookie, 'sec-fetch-site': site })).status).toBe(401)
    await user.call(readSession, {})
    expect((await people.ask(signOut, {}, { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await user.refused(readSession, {})).status).toBe(401)
  })

  it('is not given for a password that is changed while it is being checked [ID-8] [ID-9]', async () => {
    const user = await people.add()
    await people.ask(forgotPassword, { email: user.email })
    const reset = { email: user.email, code: await people.codeTo(user.email), password: newPassword }
    const { parts } = people.portal.sessions
    const checkPassword: typeof parts.auth.checkPassword = async (credentials) => {
      const proof = await parts.auth.checkPassword(credentials)
      expect(proof).toMatchObject({ userId: user.userId })
      expect((await people.ask(resetPassword, reset)).status).toBe(200)
      return proof
    }
    const slowSignIn = signInVerb({ ...parts, auth: { ...parts.auth, checkPassword } })
    const { identity: database } = people.portal.databases
    const origin: CtxOrigin = { database, actor: { type: 'anonymous' }, log: createLog('silent') }
    await expect(slowSignIn({ origin, input: { email: user.email, password } })).rejects.toMatchObject({ status: 401 })
    const kept = people.portal.owner.selectFrom('sessions').where('user_id', '=', user.userId)
    expect(await kept.select('id').execute()).toEqual([])
  })

  it('is not reached with the code of a sign-in that a new password has overtaken [ID-3] [ID-8]', async () => {
    const user = await people.add({ is_otp_enabled: true, contact: '+15550100011' })
    const challenge = challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
    const code = await people.codeTo('+15550100011')
    await people.ask(forgotPassword, { email: user.email })
    const recovery = await people.codeTo(user.email)
    await people.ask(resetPassword, { email: user.email, code: recovery, password: newPassword })
    expect((await people.ask(confirmOtp, { challenge, code })).status).toBe(401)
  })
})

describe('a code', () => {
  it('is good for one use, also when it is used twice at once [ID-9]', async () => {
    const user = await people.add({ is_otp_enabled: true, contact: '+15550100012' })
    const signInTo = async () => challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
    const challenge = await signInTo()
    const code = await people.codeTo('+15550100012')
    const tries = await Promise.all([1, 2, 3, 4].map(() => people.ask(confirmOtp, { challenge, code })))
    expect(statuses(tries)).toEqual([200, 401, 401, 401])
    expect((await people.ask(confirmOtp, { challenge: await signInTo(), code })).status).toBe(401)

    await people.ask(forgotPassword, { email: user.email })
    const input = { email: user.email, code: await people.codeTo(user.email), password: newPassword }
    const resets = await Promise.all([1, 2, 3].map(() => people.ask(resetPassword, input)))
    expect(statuses(resets)).toEqual([200, 401, 401])
    expect((await people.ask(resetPassword, { ...input, password })).status).toBe(401)
  })

  it('is refused after five minutes [ID-9]', async () => {
    const user = await people.add({ is_otp_enabled: true, contact: '+15550100013' })
    const challenge = challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
    const otp = await people.codeTo('+15550100013')
    await user.call(verifyEmail, {})
    const verification = await people.codeTo(user.email)
    await people.ask(forgotPassword, { email: user.email })
    const recovery = await people.codeTo(user.email)
    await people.ageCodes(user.userId, 301)
    expect((await people.ask(confirmOtp, { challenge, code: otp })).status).toBe(401)
    expect((await user.refused(confirmEmail, { code: verification })).status).toBe(422)
    const reset = { email: user.email, code: recovery, password: newPassword }
    expect((await people.ask(resetPassword, reset)).status).toBe(401)
  })

  it('is compared five times and no more, one after the other or thirty at once; then the right one is refused [ID-9]', async () => {
    for (const atOnce of [false, true]) {
      const contact = atOnce ? '+15550100014' : '+15550100015'
      const user = await people.add({ is_otp_enabled: true, contact })
      const { email } = user
      const challenge = challengeOf(await people.ask(signIn, { email, password }), 'otpRequired')
      const otp = await people.codeTo(contact)
      await user.call(verifyEmail, {})
      const verification = await people.codeTo(email)
      await people.ask(forgotPassword, { email })
      const recovery = await people.codeTo(email)
      const guess: [string, (code: string) => Promise<{ status: number }>][] = [
        [otp, (code) => people.ask(confirmOtp, { challenge, code })],
        [verification, (code) => user.refused(confirmEmail, { code })],
        [recovery, (code) => people.ask(resetPassword, { email, code, password: newPassword })],
      ]
      for (const [code, attempt] of guess) {
        const guesses = otherCodes(code, atOnce ? 30 : 6)
        if (atOnce) await Promise.all(guesses.map(attempt))
        else for (const wrong of guesses) await attempt(wrong)
        const { status } = await attempt(code)
        // Recovery is throttled as well.
        expect([401, 422, 429]).toContain(status)
      }
      const kept = people.portal.owner.selectFrom('codes').where('user_id', '=', user.userId)
      const rows = await kept.select(['purpose', 'attempts']).orderBy('purpose').execute()
      expect(rows).toEqual(['otp', 'recovery', 'verification'].map((purpose) => ({ purpose, attempts: 5 })))
      expect((await people.ask(signIn, { email, password })).status).toBe(429)
    }
  })

  it('cannot be guessed on from one address: the address is stopped, with a time to wait [ID-9]', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const guesses = await Promise.all(
      Array.from({ length: 60 }, () => people.ask(confirmOtp, { challenge: 'made-up', code: '123456' }, headers)),
    )
    const blocked = guesses.filter(({ status }) => status === 429)
    expect(blocked).toHaveLength(10)
    for (const reply of [
      ...blocked,
      await people.ask(completeNewPassword, { challenge: 'made-up', password: newPassword }, headers),
      await people.ask(forgotPassword, { email: 'some@house.example' }, headers),
      await people.ask(resetPassword, { email: 'some@house.example', code: '123456', password: newPassword }, headers),
    ]) {
      expect([reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([429, true])
    }
  })

  it('is not guessed on by whoever says that they come from elsewhere [ID-9] [AP-5]', async () => {
    const forged = (nth: number) => ({ 'x-forwarded-for': `10.9.8.${nth}, 203.0.113.8` })
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        people.ask(confirmOtp, { challenge: 'made-up', code: '123456' }, forged(nth)),
      ),
    )
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
    const user = await people.add()
    const from = { 'x-forwarded-for': '10.9.8.1, 203.0.113.9', authorization: `Bearer ${user.token}` }
    expect((await people.ask(verifyEmail, {}, from)).status).toBe(200)
    const { rows } = await sql<{ address: string }>`select distinct address from audit_entries
      where actor_id = ${user.userId}`.execute(people.portal.owner)
    expect(rows).toEqual([{ address: '203.0.113.9' }])
  })

  it('is kept so that whoever reads the table does not learn it [ID-9]', async () => {
    const user = await people.add()
    await user.call(verifyEmail, {})
    const code = await people.codeTo(user.email)
    const kept = people.portal.owner.selectFrom('codes').where('user_id', '=', user.userId)
    const { code_hash } = await kept.select('code_hash').executeTakeFirstOrThrow()
    for (const text of [code, `verification:${user.userId}:${code}`]) expect(code_hash).not.toBe(hashToken(text))
    expect(code_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a challenge', () => {
  it('is good for one use, also when it is used twice at once [ID-2] [ID-9]', async () => {
    const user = await people.add({ new_password_required: true })
    const challenge = challengeOf(await people.ask(signIn, { email: user.email, password }), 'newPasswordRequired')
    const passwords = [1, 2, 3].map((at) => `${newPassword}-${at}`)
    const tries = await Promise.all(
      passwords.map((chosen) => people.ask(completeNewPassword, { challenge, password: chosen })),
    )
    expect(statuses(tries)).toEqual([200, 401, 401])
    const winner = passwords[tries.findIndex(({ status }) => status === 200)]
    expect((await people.ask(signIn, { email: user.email, password: winner })).body.status).toBe('signedIn')
    expect((await people.ask(completeNewPassword, { challenge, password })).status).toBe(401)
  })

  it('is taken by one of several transactions that have all seen it [ID-9]', async () => {
    const { userId } = await people.add()
    const challenge = await people.job((ctx) => makeChallenge(ctx, 'otpRequired', userId, 60))
    const taken = await Promise.all(
      [1, 2, 3].map(() => people.job((ctx) => takeChallenge(ctx, 'otpRequired', challenge))),
    )
    expect(taken.filter((one) => one)).toHaveLength(1)
  })

  it("is of no use with another one's code [ID-3]", async () => {
    const [user, other] = [await people.add({ is_otp_enabled: true }), await people.add({ is_otp_enabled: true })]
    const challenge = challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
    challengeOf(await people.ask(signIn, { email: other.email, password }), 'otpRequired')
    const code = await people.codeTo(other.email)
    expect((await people.ask(confirmOtp, { challenge, code })).status).toBe(401)
  })
})

it('writes no password, code, token or challenge into logs and audit, also when calls fail [ID-9]', async () => {
  const { databases, owner } = people.portal
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'trace' }, stream)
  const sessions = createSessions({
    database: databases.identity,
    secret: 's'.repeat(32),
    baseUrl: () => 'http://127.0.0.1',
  })
  const { authenticate } = sessions
  const routes = sessionRoutes(sessions)
  const app = await createHttp({
    routes,
    databases,
    log,
    trustProxy: 1,
    secure: false,
    baseUrl: () => 'http://portal.example',
    authenticate,
  })
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const ask = (call: Call, input: unknown, headers?: Record<string, string>) => requestOf(url, call, input, headers)
    const contact = '+15550100016'
    const user = await people.add({ new_password_required: true, is_otp_enabled: true, contact })
    const { email } = user
    const secrets: string[] = [password, newPassword, user.token, 'not the password']
    const walk = async () => {
      await ask(signIn, { email, password: 'not the password' })
      const first = await ask(signIn, { email, password })
      if (first.status !== 200) return
      const chosen = await ask(completeNewPassword, { challenge: first.body.challenge, password: newPassword })
      const code = await people.codeTo(contact)
      const { body } = await ask(confirmOtp, { challenge: chosen.body.challenge, code })
      const authorization = `Bearer ${body.token}`
      await ask(verifyEmail, {}, { authorization })
      const verification = await people.codeTo(email)
      await ask(confirmEmail, { code: verification }, { authorization })
      await ask(forgotPassword, { email })
      const recovery = await people.codeTo(email)
      await ask(resetPassword, { email, code: recovery, password })
      const challenges = [String(first.body.challenge), String(chosen.body.challenge)]
      secrets.push(code, verification, recovery, String(body.token), ...challenges)
    }
    await walk()
    expect(secrets).toHaveLength(10)
    await sql`alter table auth_events rename to auth_events_away`.execute(owner)
    await walk().finally(() => sql`alter table auth_events_away rename to auth_events`.execute(owner))
    expect(lines.join('')).toContain('call failed')
    const { rows } = await sql<{ row: string }>`select detail::text as row from audit_entries`.execute(owner)
    const written = [...lines, ...rows.map(({ row }) => row)].join('\n')
    expect(written).toContain(user.userId)
    const found = secrets.filter((secret) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(written))
    expect(found).toEqual([])
  } finally {
    await app.close()
  }
})
