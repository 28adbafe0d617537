import { completeNewPassword, confirmOtp, readSession, signIn, signOut } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { hashPassword, listAuthEvents } from './index.ts'
import { challengeOf, invalidOtp, newPassword, type People, password, startPeople } from './people.fixture.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.portal.close())

/** Ids of the sessions whose end was announced to the nodes while `work` ran. */
async function endedBy(work: () => Promise<unknown>): Promise<string[]> {
  const listener = await listenToEvents(people.portal.connections.work, createLog('silent'))
  const ended: string[] = []
  listener.on((event) => {
    if (event.type === 'session_ended') ended.push(event.session_id)
  })
  try {
    await work()
    // Events arrive in commit order: after this one, all have arrived.
    const last = await people.portal.asUser()
    await last.call(signOut, {})
    await expect.poll(() => ended).toContain(last.sessionId)
    return ended.filter((id) => id !== last.sessionId)
  } finally {
    await listener.close()
  }
}

describe('a new password', () => {
  it('is asked for, and choosing it signs in and ends all other sessions [ID-2] [ID-8]', async () => {
    const user = await people.add({ new_password_required: true })
    const challenge = challengeOf(await people.ask(signIn, { email: user.email, password }), 'newPasswordRequired')
    let answer = await people.ask(completeNewPassword, { challenge, password: 'Password1234' })
    expect([answer.status, answer.body.field]).toEqual([422, 'password'])
    const ended = await endedBy(async () => {
      answer = await people.ask(completeNewPassword, { challenge, password: newPassword })
    })
    expect(answer.body).toMatchObject({ status: 'signedIn', user: { id: user.userId } })
    expect(ended).toEqual([user.sessionId])
    expect((await user.refused(readSession, {})).status).toBe(401)
    const signedIn = people.portal.withToken(String(answer.body.token))
    expect(await signedIn.call(readSession, {})).toMatchObject({ id: user.userId })
    expect((await people.ask(signIn, { email: user.email, password })).status).toBe(401)
    expect((await people.ask(signIn, { email: user.email, password: newPassword })).body.status).toBe('signedIn')
    expect(await people.eventsOf(user.userId)).toEqual([
      'SignIn InProgress Password Success',
      'NewPassword Pass NewPassword Success',
      'SignIn Pass NewPassword Success',
      'SignIn Fail Password Failure',
      'SignIn Pass Password Success',
    ])
  })

  it('may be chosen for ten minutes, as a code may be entered [ID-2] [ID-9]', async () => {
    const due = await people.add({ new_password_required: true })
    challengeOf(await people.ask(signIn, { email: due.email, password }), 'newPasswordRequired')
    const coded = await people.add({ is_otp_enabled: true })
    challengeOf(await people.ask(signIn, { email: coded.email, password }), 'otpRequired')
    const challenges = await people.portal.owner
      .selectFrom('verifications')
      .select(['created_at', 'expires_at'])
      .where('value', 'in', [due.userId, coded.userId])
      .execute()
    const lives = challenges.map(({ created_at, expires_at }) => created_at.until(expires_at).total('minutes'))
    expect(lives).toEqual([10, 10])
  })

  it('is followed by a code where that is switched on [ID-2] [ID-3]', async () => {
    const user = await people.add({ new_password_required: true, is_otp_enabled: true })
    const first = challengeOf(await people.ask(signIn, { email: user.email, password }), 'newPasswordRequired')
    const reply = await people.ask(completeNewPassword, { challenge: first, password: newPassword })
    const challenge = challengeOf(reply, 'otpRequired')
    expect(reply.headers.get('set-cookie')).toBeNull()
    const code = await people.codeTo(user.email)
    expect((await people.ask(confirmOtp, { challenge, code })).body.status).toBe('signedIn')
  })

  it('is refused with a challenge that is expired, made up, or for something else [ID-2] [ID-9]', async () => {
    const late = await people.add({ new_password_required: true })
    const expired = challengeOf(await people.ask(signIn, { email: late.email, password }), 'newPasswordRequired')
    const past = Temporal.Now.instant().subtract({ seconds: 1 })
    const { owner } = people.portal
    await owner.updateTable('verifications').set({ expires_at: past }).where('value', '=', late.userId).execute()
    const coded = await people.add({ is_otp_enabled: true })
    const other = challengeOf(await people.ask(signIn, { email: coded.email, password }), 'otpRequired')
    const disabled = await people.add({ new_password_required: true })
    const gone = challengeOf(await people.ask(signIn, { email: disabled.email, password }), 'newPasswordRequired')
    await owner.updateTable('users').set({ status: 0 }).where('id', '=', disabled.userId).execute()
    for (const challenge of [expired, 'made-up', other, gone]) {
      const { status, body } = await people.ask(completeNewPassword, { challenge, password: newPassword })
      const { request_id, ...answer } = body
      expect([status, answer]).toEqual([401, invalidOtp])
    }
  })
})

describe('a code at sign-in', () => {
  it('goes to the telephone; a wrong one is refused, the right one signs in [ID-3]', async () => {
    const user = await people.add({ is_otp_enabled: true, contact: '+15550100001' })
    const challenge = challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
    const [sms, ...more] = await people.messagesTo('+15550100001')
    expect(more).toEqual([])
    expect(sms).toMatchObject({
      channel: 'sms',
      body: expect.stringMatching(/^Your Eupnea .* \d{6}, valid for 5 minutes\. If you did not request it, /),
    })
    expect(sms!.created_at.until(sms!.expires_at!).total('seconds')).toBe(300)
    expect(await people.messagesTo(user.email)).toEqual([])
    const code = await people.codeTo('+15550100001')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (const typed of [wrong, '12345', 'wrong']) {
      const { status, body } = await people.ask(confirmOtp, { challenge, code: typed })
      const { request_id, ...answer } = body
      expect([status, answer]).toEqual([401, invalidOtp])
    }
    const right = await people.ask(confirmOtp, { challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(right.body).toMatchObject({ status: 'signedIn', user: { id: user.userId } })
    expect(await people.eventsOf(user.userId)).toEqual([
      'SignIn InProgress Password Success',
      ...Array(3).fill('SignIn Fail Otp Failure'),
      'SignIn Pass Otp Success',
    ])
  })

  it('stays good for a second sign-in within a minute, which does not end the first; it is good for one of them [DO-4] [ID-9]', async () => {
    const user = await people.add({ is_otp_enabled: true })
    const [first, second] = [
      challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired'),
      challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired'),
    ]
    const messages = await people.messagesTo(user.email)
    expect(messages.map(({ channel, subject }) => [channel, subject])).toEqual([['mail', 'Your Eupnea sign-in code']])
    const code = await people.codeTo(user.email)
    expect((await people.ask(confirmOtp, { challenge: first, code })).body.status).toBe('signedIn')
    expect((await people.ask(confirmOtp, { challenge: second, code })).status).toBe(401)
  })

  it('is replaced after a minute, five times an hour, then sign-in says when to come back [ID-9]', async () => {
    const user = await people.add({ is_otp_enabled: true })
    for (let sent = 1; sent <= 5; sent++) {
      challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
      expect(await people.messagesTo(user.email)).toHaveLength(sent)
      await people.ageCodes(user.userId, 301)
    }
    const { status, headers } = await people.ask(signIn, { email: user.email, password })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(1_800)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    await people.ageCodes(user.userId, 3_600)
    challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
    expect(await people.messagesTo(user.email)).toHaveLength(6)
  })

  it('is sent anew after the clock was set back, however many were sent ahead of it [ID-9] [WA-6]', async () => {
    const user = await people.add({ is_otp_enabled: true })
    for (let sent = 1; sent <= 5; sent++) {
      challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
      await people.ageCodes(user.userId, 301)
    }
    await people.ageCodes(user.userId, -7_200)
    challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
    expect(await people.messagesTo(user.email)).toHaveLength(6)
  })

  it('may be replaced by another method also when no more is sent [DO-4] [DO-5]', async () => {
    const user = await people.add({ is_otp_enabled: true })
    const kept = { user_id: user.userId, code_hash: 'kept' }
    await people.portal.owner.insertInto('backup_codes').values(kept).execute()
    const methods = []
    for (let times = 1; times <= 6; times++) {
      methods.push((await people.ask(signIn, { email: user.email, password })).body.methods)
      await people.ageCodes(user.userId, 301)
    }
    expect(methods).toEqual([...Array(5).fill(['sent', 'backup']), ['backup']])
    expect(await people.messagesTo(user.email)).toHaveLength(5)
  })
})

it('no code, challenge or session is valid for longer when the clock is set back after it [ID-9] [DO-5] [WA-6]', async () => {
  const user = await people.add({ is_otp_enabled: true })
  challengeOf(await people.ask(signIn, { email: user.email, password }), 'otpRequired')
  const { owner, sessions } = people.portal
  const ahead = sql`interval '2 hours'`
  await people.ageCodes(user.userId, -7_200)
  await sql`update verifications set created_at = created_at + ${ahead}, expires_at = expires_at + ${ahead}
    where value = ${user.userId}`.execute(owner)
  await sql`update sessions set created_at = created_at + ${ahead}, updated_at = updated_at + ${ahead},
    expires_at = expires_at + ${ahead}, proved_at = proved_at + ${ahead} where user_id = ${user.userId}`.execute(owner)
  const minutes = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from at - now()) / 60)::int as minutes from (
        select expires_at as at, 1 as nth from codes where user_id = ${user.userId}
        union all select expires_at, 2 from verifications where value = ${user.userId}
        union all select expires_at, 3 from sessions where user_id = ${user.userId}
        union all select created_at, 4 from sessions where user_id = ${user.userId}
        union all select proved_at, 5 from sessions where user_id = ${user.userId}
      ) ends order by nth`.execute(owner)
    return rows.map((row) => row.minutes)
  }
  await sql`insert into live_tokens (token_hash, session_id, expires_at)
    select '\\x01', id, now() + ${ahead} from sessions where user_id = ${user.userId} limit 1`.execute(owner)
  await sessions.bringBack()
  const { rows } = await sql`select expires_at <= now() + interval '1 minute' as is_soon from live_tokens
    where token_hash = '\\x01'`.execute(owner)
  expect(rows).toEqual([{ is_soon: true }])
  expect(await minutes()).toEqual([5, 10, 720, 0, 0])
  await sessions.bringBack()
  expect(await minutes()).toEqual([5, 10, 720, 0, 0])
})

describe('an invitation', () => {
  const linkTo = async (email: string): Promise<string> => {
    const body = (await people.messagesTo(email)).at(-1)?.body ?? ''
    const challenge = /^http:\/\/127\.0\.0\.1\/user\/login#set-password=([\w-]{43})$/m.exec(body)?.[1]
    if (!challenge) throw new Error(body)
    return challenge
  }
  const invite = (user: { userId: string; email: string }, temporary?: string) =>
    people.job(async (ctx) =>
      people.portal.sessions.sendSetPassword(
        ctx,
        { id: user.userId, email: user.email, first_name: 'Test' },
        temporary && (await hashPassword(temporary)),
      ),
    )

  it('lets its receiver choose a password with the link, once; a newer link replaces it [US-1] [ID-2]', async () => {
    const user = await people.portal.asUser()
    await invite(user)
    const older = await linkTo(user.email)
    await invite(user)
    const challenge = await linkTo(user.email)
    expect((await people.ask(completeNewPassword, { challenge: older, password })).status).toBe(401)
    expect((await people.ask(completeNewPassword, { challenge, password })).body.status).toBe('signedIn')
    expect((await people.ask(completeNewPassword, { challenge, password: newPassword })).status).toBe(401)
    expect((await people.ask(signIn, { email: user.email, password })).body.status).toBe('signedIn')
  })

  it('makes a password temporary that is given with it, ends all sessions and does not tell it [US-1] [ID-2]', async () => {
    const user = await people.add()
    expect(await endedBy(() => invite(user, newPassword))).toEqual([user.sessionId])
    for (const { body } of await people.messagesTo(user.email)) expect(body).not.toContain(newPassword)
    expect((await people.ask(signIn, { email: user.email, password })).status).toBe(401)
    const due = await people.ask(signIn, { email: user.email, password: newPassword })
    const challenge = challengeOf(due, 'newPasswordRequired')
    // Whoever set it knows it.
    const same = await people.ask(completeNewPassword, { challenge, password: newPassword })
    expect([same.status, same.body]).toEqual([422, expect.objectContaining({ field: 'password' })])
    expect((await people.ask(completeNewPassword, { challenge, password })).body.status).toBe('signedIn')
  })
})

it('writes where from and with what somebody signed in and out, and when last [US-3] [ID-6]', async () => {
  const user = await people.add()
  const headers = { 'x-forwarded-for': '10.1.2.3', 'user-agent': 'Browser/1.0' }
  const { body } = await people.ask(signIn, { email: user.email, password }, headers)
  await people.ask(signOut, {}, { ...headers, authorization: `Bearer ${body.token}` })
  const { rows, total } = await people.job((ctx) => listAuthEvents(ctx, user.userId, { offset: 0, limit: 1 }))
  expect(total).toBe(2)
  expect(rows).toEqual([
    {
      EventId: expect.stringMatching(/^\d+$/),
      EventType: 'SignOut',
      CreationDate: expect.stringMatching(/Z$/),
      EventResponse: 'Pass',
      ChallengeResponses: [],
      EventContextData: { IpAddress: '10.1.2.3', DeviceName: 'Browser/1.0' },
    },
  ])
  expect(await people.eventsOf(user.userId)).toEqual(['SignIn Pass Password Success', 'SignOut Pass'])
  const { last_login } = await people.portal.owner
    .selectFrom('users')
    .where('id', '=', user.userId)
    .select('last_login')
    .executeTakeFirstOrThrow()
  expect(last_login).toBeInstanceOf(Temporal.Instant)
})

it('sets the cookie with every answer that signs in, and with no other [ID-2] [ID-3]', async () => {
  const user = await people.add({ new_password_required: true })
  const due = await people.ask(signIn, { email: user.email, password })
  expect(due.headers.get('set-cookie')).toBeNull()
  const challenge = challengeOf(due, 'newPasswordRequired')
  const cookies = [await people.ask(completeNewPassword, { challenge, password: newPassword })]
  await people.portal.owner.updateTable('users').set({ is_otp_enabled: true }).where('id', '=', user.userId).execute()
  const coded = await people.ask(signIn, { email: user.email, password: newPassword })
  const code = await people.codeTo(user.email)
  cookies.push(await people.ask(confirmOtp, { challenge: challengeOf(coded, 'otpRequired'), code }))
  for (const { headers, body } of cookies)
    expect(headers.getSetCookie()[0]).toBe(`eupnea_session=${body.token}; Path=/; HttpOnly; SameSite=Strict`)
})
