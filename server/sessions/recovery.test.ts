import type { Call } from '@eupnea/contract/call.ts'
import {
  acceptAgreement,
  completeNewPassword,
  confirmEmail,
  forgotPassword,
  readSession,
  resetPassword,
  signIn,
  verifyEmail,
} from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { createSessions, sessionRoutes } from './index.ts'
import { invalidOtp, newPassword, type People, password, startPeople } from './people.fixture.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.portal.close())

describe('a forgotten password', () => {
  it('is replaced with the code that the e-mail gets; all sessions end [ID-4] [ID-8]', async () => {
    const user = await people.add({ new_password_required: true })
    const { email } = user
    expect((await people.ask(forgotPassword, { email: ` ${email.toUpperCase()} ` })).body).toEqual({
      status: 'codeSent',
    })
    const [mail] = await people.messagesTo(email)
    expect(mail).toMatchObject({
      channel: 'mail',
      subject: 'Your Eupnea recovery code',
      body: expect.stringMatching(/^Your Eupnea .* \d{6}, valid for 5 minutes\. If you did not request it, /),
    })
    const code = await people.codeTo(email)
    const weak = await people.ask(resetPassword, { email, code, password: 'qwertyuiop12' })
    expect([weak.status, weak.body.field]).toEqual([422, 'password'])
    expect((await people.ask(resetPassword, { email, code, password: newPassword })).body).toEqual({
      status: 'passwordChanged',
    })
    expect((await user.refused(readSession, {})).status).toBe(401)
    expect((await people.ask(signIn, { email, password })).status).toBe(401)
    expect((await people.ask(signIn, { email, password: newPassword })).body).toMatchObject({
      status: 'signedIn',
      user: { is_email_verified: true },
    })
    expect(await people.eventsOf(user.userId)).toEqual([
      'ForgotPassword InProgress',
      'ForgotPassword Pass RecoveryCode Success',
      'SignIn Fail Password Failure',
      'SignIn Pass Password Success',
    ])
  })

  it('is answered alike for a known, an unknown and a disabled e-mail; only the known one gets a mail [ID-4]', async () => {
    const known = await people.add()
    const disabled = await people.add({ status: 0 })
    const emails = [known.email, 'unknown@house.example', disabled.email]
    const asked = await Promise.all(emails.map((email) => people.ask(forgotPassword, { email })))
    expect(asked.map(({ status, body }) => [status, body])).toEqual(emails.map(() => [200, { status: 'codeSent' }]))
    const mails = await Promise.all(emails.map((email) => people.messagesTo(email)))
    expect(mails.map(({ length }) => length)).toEqual([1, 0, 0])
    for (const email of emails) {
      const { status, body } = await people.ask(resetPassword, { email, code: '000000', password: newPassword })
      const { request_id, ...answer } = body
      expect([status, answer]).toEqual([401, invalidOtp])
    }
  })

  it('tells that an e-mail is unknown where the portal is configured so [ID-4]', async () => {
    const { identity: database } = people.portal.databases
    const log = createLog('silent')
    const options = { database, secret: 'x'.repeat(32), baseUrl: () => 'http://127.0.0.1' }
    const open = createSessions({ ...options, revealUnknownEmail: true })
    const { run } = sessionRoutes(open).find(({ call }) => call.name === forgotPassword.name)!
    const origin: CtxOrigin = { database, actor: { type: 'anonymous' }, log }
    await expect(run(origin, { email: 'unknown@house.example' })).rejects.toMatchObject({
      status: 404,
      title: 'User not found',
      message: 'Email is not registered to our platform',
    })
    const known = await people.add()
    expect(await run(origin, { email: known.email })).toEqual({ status: 'codeSent' })
  })

  it('sends one code a minute and five an hour, and says nothing of it [ID-4] [ID-9]', async () => {
    const { email, userId } = await people.add()
    const askAgain = async () => expect((await people.ask(forgotPassword, { email })).status).toBe(200)
    await askAgain()
    await askAgain()
    expect(await people.messagesTo(email)).toHaveLength(1)
    for (let round = 2; round <= 7; round++) {
      await people.ageCodes(userId, 61)
      await askAgain()
      expect(await people.messagesTo(email)).toHaveLength(Math.min(round, 5))
    }
  })

  it('goes to nobody whose sign-in codes would come to the same mailbox, until they have a phone [ID-4] [DO-5]', async () => {
    const { email, userId } = await people.add({ is_otp_enabled: true })
    for (let times = 0; times < 2; times++)
      expect((await people.ask(forgotPassword, { email })).body).toMatchObject({ status: 'codeSent' })
    const [told, ...more] = await people.messagesTo(email)
    expect([told?.subject, more]).toEqual(['Your Eupnea password', []])
    expect(told!.body).not.toMatch(/\d{6}|http/)
    expect(await people.portal.owner.selectFrom('codes').where('user_id', '=', userId).selectAll().execute()).toEqual(
      [],
    )
    const contact = '+15550100099'
    await people.portal.owner.updateTable('users').set({ contact }).where('id', '=', userId).execute()
    await people.ask(forgotPassword, { email })
    expect(await people.codeTo(email)).toMatch(/^\d{6}$/)
  })

  it('is answered as ever to whoever is deleted at the same moment [ID-4]', async () => {
    const { email, userId } = await people.add()
    const { owner } = people.portal
    const asked = await owner.transaction().execute(async (db) => {
      await db.deleteFrom('users').where('id', '=', userId).execute()
      const reply = people.ask(forgotPassword, { email })
      await untilWaiting(owner, reply)
      return { reply }
    })
    expect(await asked.reply).toMatchObject({ status: 200, body: { status: 'codeSent' } })
  })

  it('is replaced by a mailed link, which nobody else can use up or keep from being sent [DO-4] [ID-4]', async () => {
    const user = await people.add({ is_otp_enabled: true, contact: '+15550100098' })
    const { email, userId } = user
    const stranger = { 'x-forwarded-for': '203.0.113.51' }
    for (let round = 0; round < 5; round++) {
      await people.ageCodes(userId, 61)
      await people.ask(forgotPassword, { email }, stranger)
      const code = String((Number(await people.codeTo(email)) + 1) % 1_000_000).padStart(6, '0')
      for (let guess = 0; guess < 5; guess++)
        await people.ask(
          resetPassword,
          { email, code, password: newPassword },
          { 'x-forwarded-for': `198.51.100.${guess}` },
        )
    }
    await people.ageCodes(userId, 61)
    await people.ask(forgotPassword, { email })
    const mails = await people.messagesTo(email)
    expect(mails).toHaveLength(5)
    // No code works any more; each link does, until one is used.
    const code = await people.codeTo(email)
    expect((await people.ask(resetPassword, { email, code, password: newPassword })).status).toBe(401)
    const challenges = mails.map(({ body }) => /user\/login#set-password=(\S+)$/.exec(body ?? '')?.[1])
    const choose = (challenge: string | undefined) =>
      people.ask(completeNewPassword, { challenge, password: newPassword })
    // The second step still follows.
    expect((await choose(challenges[1])).body).toMatchObject({ status: 'otpRequired' })
    // Whoever has the mail alone guesses it as a stranger.
    const browsers = people.portal.owner.selectFrom('known_browsers').where('user_id', '=', userId).select('user_id')
    expect(await browsers.execute()).toEqual([])
    expect((await user.refused(readSession, {})).status).toBe(401)
    for (const challenge of challenges) expect((await choose(challenge)).status).toBe(401)
    expect(await people.eventsOf(userId)).toContain('ForgotPassword Pass RecoveryCode Success')
    const { status } = (await people.ask(signIn, { email, password: newPassword })).body
    expect(status).toBe('otpRequired')
  })

  it('can be chosen by the mailed link for an hour only [ID-4]', async () => {
    const { email } = await people.add()
    await people.ask(forgotPassword, { email })
    const [mail] = await people.messagesTo(email)
    const challenge = mail?.body?.split('#set-password=')[1]
    const late = sql<Temporal.Instant>`expires_at - interval '60 minutes'`
    await people.portal.owner.updateTable('verifications').set({ expires_at: late }).execute()
    expect((await people.ask(completeNewPassword, { challenge, password: newPassword })).status).toBe(401)
  })

  it('is throttled for each e-mail, known or not [ID-9]', async () => {
    const known = await people.add()
    const headers = { 'x-forwarded-for': '203.0.113.41' }
    for (const email of [known.email, 'nobody@house.example']) {
      const asked = await Promise.all(Array.from({ length: 12 }, () => people.ask(forgotPassword, { email }, headers)))
      const blocked = asked.filter(({ status }) => status === 429)
      expect(blocked).toHaveLength(2)
      for (const { headers } of blocked) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('lets somebody in again whose own failures made them wait [ID-4] [ID-9]', async () => {
    const { email } = await people.add()
    const headers = { 'x-forwarded-for': '203.0.113.42' }
    const ask = (call: Call, input: object) => people.ask(call, { email, ...input }, headers)
    for (let round = 0; round < 10; round++) await ask(signIn, { password: 'not the password' })
    expect((await ask(signIn, { password })).status).toBe(429)
    await ask(forgotPassword, {})
    await ask(resetPassword, { code: await people.codeTo(email), password: newPassword })
    expect((await ask(signIn, { password: newPassword })).body.status).toBe('signedIn')
  })
})

describe('an e-mail address', () => {
  it('is verified with the code that it gets, once [ID-5]', async () => {
    const user = await people.add()
    expect(await user.call(readSession, {})).toMatchObject({ is_email_verified: false })
    expect(await user.call(verifyEmail, {})).toEqual({ status: 'codeSent' })
    const code = await people.codeTo(user.email)
    const wrong = await user.refused(confirmEmail, { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') })
    // Not 401, because the session continues.
    expect([wrong.status, wrong.body.title, wrong.body.field]).toEqual([422, 'Invalid OTP', 'code'])
    expect(await user.call(confirmEmail, { code })).toEqual({ status: 'emailVerified' })
    expect(await user.call(readSession, {})).toMatchObject({ is_email_verified: true })
    expect((await user.refused(confirmEmail, { code })).status).toBe(422)
  })

  it('gets one code a minute; asking again is told to wait [ID-5] [ID-9]', async () => {
    const user = await people.add()
    await user.call(verifyEmail, {})
    const { status, headers, body } = await user.refused(verifyEmail, {})
    expect([status, body.code]).toEqual([429, 'too_many_codes'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await people.messagesTo(user.email)).toHaveLength(1)
  })

  it("is not verified with another one's code, nor with one for something else [ID-5]", async () => {
    const [user, other] = [await people.add(), await people.add()]
    await other.call(verifyEmail, {})
    await user.call(verifyEmail, {})
    const codes = [await people.codeTo(other.email)]
    await people.ask(forgotPassword, { email: user.email })
    codes.push(await people.codeTo(user.email))
    for (const code of codes) expect((await user.refused(confirmEmail, { code })).status).toBe(422)
  })
})

it('asks for the user agreement until it is accepted, and keeps the first instant [ID-10]', async () => {
  const user = await people.add()
  expect(await user.call(readSession, {})).toMatchObject({ is_agreement_due: true })
  const first = await user.call(acceptAgreement, {})
  expect(await user.call(acceptAgreement, {})).toEqual(first)
  expect(await user.call(readSession, {})).toMatchObject({ is_agreement_due: false })
  const entries = people.portal.owner.selectFrom('audit_entries').where('act', '=', 'user.accept-agreement')
  expect(await entries.select(['actor_id']).execute()).toEqual([{ actor_id: user.userId }])
})
