import { listProofs, readAccount } from '@eupnea/contract/account.ts'
import { rotateDeviceKey } from '@eupnea/contract/devices.ts'
import { completeNewPassword, confirmOtp, readSession, signIn } from '@eupnea/contract/sessions.ts'
import {
  beginAuthenticator,
  beginEnrolment,
  completeEnrolment,
  deleteAuthenticator,
  proveByCode,
  readTwoStepRoles,
  renewBackupCodes,
  saveAuthenticator,
  saveTwoStepRoles,
} from '@eupnea/contract/two-step.ts'
import { resetUserTwoStep } from '@eupnea/contract/users.ts'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceRoutes } from '../../devices/index.ts'
import { userRoutes } from '../../users/index.ts'
import { challengeOf, newPassword, type People, password, startPeople } from '../people.fixture.ts'

let people: People
beforeAll(async () => {
  people = await startPeople([...deviceRoutes, ...userRoutes({ sendSetPassword: async () => {} })])
})
afterAll(() => people.portal.close())

/** What an app shows that many half minutes from now. */
const codeOf = (secret: string, drift = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + drift * 30_000 })

/** Somebody with an app, whose codes of now are good again. */
async function addWithApp() {
  const user = await people.add({}, { groups: ['sa'] })
  const { secret, setup } = await user.call(beginAuthenticator, {})
  const { backup_codes } = await user.call(saveAuthenticator, { setup, code: codeOf(secret) })
  await forgetUse(user.userId)
  return { ...user, secret, backup_codes }
}
const forgetUse = (userId: string) =>
  people.portal.owner.updateTable('authenticators').set({ used_step: 0 }).where('user_id', '=', userId).execute()
const passwordOf = async (email: string) => challengeOf(await people.ask(signIn, { email, password }), 'otpRequired')
const subjects = async (email: string) => (await people.messagesTo(email)).map(({ body }) => body?.split('. ')[0])

describe('an authenticator app', () => {
  it('is set up with a code of it; sign-in then asks for one, in place of codes by SMS [DO-5]', async () => {
    const user = await people.add({ is_otp_enabled: true, contact: '+15550100077' })
    const { secret, uri, setup } = await user.call(beginAuthenticator, {})
    expect(uri).toBe(
      `otpauth://totp/Eupnea:${encodeURIComponent(user.email)}?issuer=Eupnea&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const wrong = await user.refused(saveAuthenticator, { setup, code: codeOf(secret, 40) })
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([422, 'wrong_code', 'code'])
    expect((await user.call(readAccount, {})).two_step).toEqual({
      app_since: null,
      gets_codes: true,
      backup_codes: 0,
      is_required: false,
    })
    const { backup_codes } = await user.call(saveAuthenticator, { setup, code: codeOf(secret) })
    expect(new Set(backup_codes).size).toBe(10)
    expect(backup_codes[0]).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(await subjects(user.email)).toEqual(['An authenticator app was added to your Eupnea account'])

    await forgetUse(user.userId)
    const asked = await people.ask(signIn, { email: user.email, password })
    expect(asked.body).toMatchObject({ status: 'otpRequired', methods: ['app', 'backup'] })
    expect(await people.messagesTo('+15550100077')).toEqual([])
    const challenge = challengeOf(asked, 'otpRequired')
    expect((await people.ask(confirmOtp, { challenge, code: codeOf(secret, 40) })).status).toBe(401)
    const code = codeOf(secret)
    const right = await people.ask(confirmOtp, { challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(right.body).toMatchObject({ status: 'signedIn', user: { id: user.userId } })
    expect(right.headers.get('set-cookie')).toContain('eupnea_session')
    expect(await people.eventsOf(user.userId)).toEqual([
      'SignIn InProgress Password Success',
      'SignIn Fail Otp Failure',
      'SignIn Pass App Success',
    ])
  })

  it('is not set up by what another person began, what has expired, or what was made up [DO-5]', async () => {
    const [user, other] = [await people.add(), await people.add()]
    const theirs = await other.call(beginAuthenticator, {})
    for (const setup of [theirs.setup, 'made-up', theirs.setup.slice(2)]) {
      const { status, body } = await user.refused(saveAuthenticator, { setup, code: codeOf(theirs.secret) })
      expect([status, body.code]).toEqual([409, 'setup_expired'])
    }
  })

  it('takes each code once, of these 30 seconds or one before or after [DO-5]', async () => {
    const { email, secret, userId } = await addWithApp()
    const challenges = await Promise.all(Array.from({ length: 8 }, () => passwordOf(email)))
    const tryCode = async (code: string) =>
      (await people.ask(confirmOtp, { challenge: challenges.pop()!, code })).status
    expect(await tryCode(codeOf(secret, -3))).toBe(401)
    expect(await tryCode(codeOf(secret, 3))).toBe(401)
    const [before, now, after] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)]
    expect(await tryCode(before)).toBe(200)
    expect(await tryCode(before)).toBe(401)
    expect(await tryCode(after)).toBe(200)
    // One that is older than what was used.
    expect(await tryCode(now)).toBe(401)
    expect(await tryCode(after)).toBe(401)
    await forgetUse(userId)
    const challenge = await passwordOf(email)
    const code = codeOf(secret)
    const both = await Promise.all([1, 2].map(() => people.ask(confirmOtp, { challenge, code })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('is guessed ten times in the beginning and then one time in five minutes, from wherever [DO-5]', async () => {
    const { email, secret } = await addWithApp()
    const challenge = await passwordOf(email)
    const guesses = []
    for (let at = 0; at < 11; at++) guesses.push(await people.ask(confirmOtp, { challenge, code: codeOf(secret, 40) }))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
    expect(Number(guesses.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(240)
  })

  it('is asked for after a new password too, and recovery doesn’t go round it [DO-5] [ID-2]', async () => {
    const { email, secret, userId } = await addWithApp()
    await people.portal.owner
      .updateTable('users')
      .set({ new_password_required: true })
      .where('id', '=', userId)
      .execute()
    const first = challengeOf(await people.ask(signIn, { email, password }), 'newPasswordRequired')
    const next = await people.ask(completeNewPassword, { challenge: first, password: newPassword })
    expect(next.headers.get('set-cookie')).toBeNull()
    const challenge = challengeOf(next, 'otpRequired')
    expect((await people.ask(confirmOtp, { challenge, code: codeOf(secret) })).status).toBe(200)
  })

  it('proves who it is before a sensitive act, and is removed as one [DO-5]', async () => {
    const user = await addWithApp()
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${user.userId}`.execute(
      people.portal.owner,
    )
    expect(await user.call(listProofs, {})).toEqual({ password: true, code: true, passkey: false })
    expect((await user.refused(deleteAuthenticator, {})).body.code).toBe('proof_due')
    const wrong = await user.refused(proveByCode, { code: codeOf(user.secret, 40) })
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([422, 'wrong_code', 'code'])
    const code = codeOf(user.secret)
    await user.call(proveByCode, { code })
    expect((await user.refused(proveByCode, { code })).status).toBe(422)
    expect((await user.refused(rotateDeviceKey, { device_id: 'none' })).status).toBe(404)
    await user.call(deleteAuthenticator, {})
    expect((await user.call(readAccount, {})).two_step).toEqual({
      app_since: null,
      gets_codes: false,
      backup_codes: 0,
      is_required: false,
    })
    expect((await people.ask(signIn, { email: user.email, password })).body.status).toBe('signedIn')
    expect(await subjects(user.email)).toEqual([
      'An authenticator app was added to your Eupnea account',
      'The authenticator app was removed from your Eupnea account',
    ])
  })

  it('and its secret and codes are nowhere in plain [DO-5]', async () => {
    const { secret, backup_codes, userId } = await addWithApp()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text as row from authenticators a where user_id = ${userId}
      union all select to_jsonb(b)::text from backup_codes b where user_id = ${userId}
      union all select to_jsonb(e)::text from audit_entries e where actor_id = ${userId}`.execute(people.portal.owner)
    const kept = rows.map(({ row }) => row).join('\n')
    expect(kept).toContain('session.add-authenticator')
    for (const plain of [secret, Buffer.from(secret).toString('hex'), ...backup_codes])
      expect(kept).not.toContain(plain)
  })
})

describe('a backup code', () => {
  it('stands in for the app once, however it is typed, and a mail tells of it [DO-5]', async () => {
    const { email, backup_codes, userId } = await addWithApp()
    const [first = '', second = ''] = backup_codes
    const use = async (code: string) =>
      (await people.ask(confirmOtp, { challenge: await passwordOf(email), code })).status
    expect(await use(first)).toBe(200)
    expect(await use(first)).toBe(401)
    expect(await use(` ${second.toUpperCase().replaceAll('-', ' ')}`)).toBe(200)
    expect((await people.eventsOf(userId)).filter((event) => event.includes('BackupCode'))).toHaveLength(2)
    expect((await subjects(email)).at(-1)).toBe('Someone signed in to your Eupnea account with a backup code')
    const { rows } = await sql`
      select from audit_entries where act = 'session.use-backup-code' and detail->>'user_id' = ${userId}`.execute(
      people.portal.owner,
    )
    expect(rows).toHaveLength(2)
  })

  it('is replaced with all others, and is nobody else’s [DO-5]', async () => {
    const [user, other] = [await addWithApp(), await addWithApp()]
    const [old = ''] = user.backup_codes
    const { backup_codes } = await user.call(renewBackupCodes, {})
    expect(backup_codes).toHaveLength(10)
    const challenge = await passwordOf(user.email)
    for (const code of [old, other.backup_codes[0]])
      expect((await people.ask(confirmOtp, { challenge, code })).status).toBe(401)
    expect((await people.ask(confirmOtp, { challenge, code: backup_codes[0] })).status).toBe(200)
    expect((await user.call(readAccount, {})).two_step.backup_codes).toBe(9)
  })
})

interface Detail {
  readonly changes: {
    readonly roles: { readonly before: readonly string[]; readonly after: readonly string[] }
  }
}

describe('a role', () => {
  const requireFor = async (roles: ('Clinic' | 'Superadmin')[]) =>
    (await people.portal.asUser({ groups: ['sa'] })).call(saveTwoStepRoles, { roles })

  it('is chosen by one Superadmin at a time, and the last one’s choice stays whole [DO-5]', async () => {
    const administrator = await people.portal.asUser({ groups: ['sa'] })
    const choices = [['Clinic'], ['Superadmin', 'Clinic'], ['Clinic'], ['Superadmin']] as const
    const saved = await Promise.all(choices.map((roles) => administrator.call(saveTwoStepRoles, { roles: [...roles] })))
    expect(saved.map(({ roles }) => roles.toSorted())).toEqual(choices.map((roles) => roles.toSorted()))
    const entries = await people.portal.owner
      .selectFrom('audit_entries')
      .where('act', '=', 'user.require-two-step')
      .select('detail')
      .orderBy('id')
      .execute()
    // Each begins with what the one before it left.
    const changes = entries.slice(-choices.length).map(({ detail }) => (detail as unknown as Detail).changes.roles)
    for (const [nth, { before }] of changes.entries()) if (nth > 0) expect(before).toEqual(changes[nth - 1]!.after)
    await requireFor([])
  })

  it('requires a second step of its people alone, from their next sign-in on; Superadmins choose which [DO-5]', async () => {
    const [nurse, provider] = [await people.add(), await people.add({}, { groups: ['vc-admin'] })]
    const coded = await people.add({ is_otp_enabled: true })
    const administrator = await people.add({}, { groups: ['vc-admin', 'superadmin-feature'] })
    await requireFor(['Clinic'])
    try {
      expect(await administrator.call(readTwoStepRoles, {})).toEqual({ roles: ['Clinic'] })
      expect((await administrator.refused(saveTwoStepRoles, { roles: [] })).status).toBe(403)
      // Whoever is signed in stays so.
      await nurse.call(readSession, {})
      expect((await nurse.call(readAccount, {})).two_step.is_required).toBe(true)
      const asked = await people.ask(signIn, { email: nurse.email, password })
      expect(asked.body).toEqual({ status: 'enrolmentRequired', challenge: expect.any(String) })
      expect(asked.headers.get('set-cookie')).toBeNull()
      expect((await people.ask(signIn, { email: provider.email, password })).body.status).toBe('signedIn')
      expect((await people.ask(signIn, { email: coded.email, password })).body).toMatchObject({ methods: ['sent'] })
    } finally {
      await requireFor([])
    }
    expect((await people.ask(signIn, { email: nurse.email, password })).body.status).toBe('signedIn')
  })

  it('has the app set up at sign-in, which opens the session and gives backup codes, once [DO-5]', async () => {
    const nurse = await people.add()
    await requireFor(['Clinic'])
    try {
      const challengeNow = async () =>
        challengeOf(await people.ask(signIn, { email: nurse.email, password }), 'enrolmentRequired')
      const challenge = await challengeNow()
      const { body } = await people.ask(beginEnrolment, { challenge })
      const { secret, setup } = body as { secret: string; setup: string }
      for (const [wrong, code] of [
        [{ challenge: 'made-up' }, codeOf(secret)],
        [{ setup: 'made-up' }, codeOf(secret)],
        [{}, codeOf(secret, 40)],
      ] as const)
        expect((await people.ask(completeEnrolment, { challenge, setup, code, ...wrong })).status).toBe(401)
      const done = await people.ask(completeEnrolment, { challenge, setup, code: codeOf(secret) })
      expect(done.body).toMatchObject({ status: 'signedIn', user: { id: nurse.userId } })
      expect(done.body.backup_codes).toHaveLength(10)
      expect(done.headers.get('set-cookie')).toContain('eupnea_session')
      expect((await people.ask(completeEnrolment, { challenge, setup, code: codeOf(secret, 1) })).status).toBe(401)
      expect((await people.ask(signIn, { email: nurse.email, password })).body.status).toBe('otpRequired')
    } finally {
      await requireFor([])
    }
  })

  it('lets nobody set up another app who began before the owner did [DO-5]', async () => {
    const nurse = await people.add()
    await requireFor(['Clinic'])
    try {
      const challenge = challengeOf(await people.ask(signIn, { email: nurse.email, password }), 'enrolmentRequired')
      const { secret, setup } = (await people.ask(beginEnrolment, { challenge })).body as Record<string, string>
      const own = await nurse.call(beginAuthenticator, {})
      await nurse.call(saveAuthenticator, { setup: own.setup, code: codeOf(own.secret) })
      expect((await people.ask(beginEnrolment, { challenge })).status).toBe(401)
      const late = { challenge, setup, code: codeOf(secret ?? '') }
      expect((await people.ask(completeEnrolment, late)).status).toBe(401)
    } finally {
      await requireFor([])
    }
  })
})

describe('somebody who has lost all', () => {
  it('is reset by an administrator, who is audited and may not do it to themselves; a mail tells of it [DO-5]', async () => {
    const user = await addWithApp()
    const admin = await people.portal.asUser({ groups: ['sa'] })
    const administrator = await people.add({}, { groups: ['vc-admin', 'superadmin-feature'] })
    // The user is a Superadmin.
    expect((await administrator.refused(resetUserTwoStep, { user_id: user.userId })).status).toBe(403)
    expect((await user.refused(resetUserTwoStep, { user_id: user.userId })).body.code).toBe('own_account')
    await admin.call(resetUserTwoStep, { user_id: user.userId })
    expect((await user.refused(readSession, {})).status).toBe(401)
    expect((await people.ask(signIn, { email: user.email, password })).body.status).toBe('signedIn')
    expect((await subjects(user.email)).at(-1)).toBe(
      'An administrator reset the two-step sign-in of your Eupnea account and signed you out',
    )
    const again = await admin.refused(resetUserTwoStep, { user_id: user.userId })
    expect([again.status, again.body.code]).toEqual([409, 'no_second_step'])
    const { rows } = await sql`
      select from audit_entries where act = 'user.reset-two-step' and actor_id = ${admin.userId}
        and detail->>'user_id' = ${user.userId}`.execute(people.portal.owner)
    expect(rows).toHaveLength(1)
  })
})
