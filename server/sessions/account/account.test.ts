import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  forgetBrowser,
  listProofs,
  proveByPassword,
  readAccount,
} from '@eupnea/contract/account.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { rotateDeviceKey } from '@eupnea/contract/devices.ts'
import { completeNewPassword, forgotPassword, readSession, resetPassword, signIn } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceRoutes } from '../../devices/index.ts'
import { challengeOf, newPassword, type People, password, startPeople } from '../people.fixture.ts'

let people: People
beforeAll(async () => {
  people = await startPeople(deviceRoutes)
})
afterAll(() => people.portal.close())

/** The person's last proof of who they are becomes this old. */
const ageProof = (userId: string, minutes: number) =>
  sql`update sessions set proved_at = now() - make_interval(mins => ${minutes}) where user_id = ${userId}`.execute(
    people.portal.owner,
  )
const acts = async (userId: string) =>
  (
    await people.portal.owner
      .selectFrom('audit_entries')
      .where('actor_id', '=', userId)
      .where('act', 'like', 'session.%')
      .select('act')
      .orderBy('id')
      .execute()
  ).map(({ act }) => act)

describe('a sensitive act', () => {
  it('is one of these [DO-5]', () => {
    const fresh = calls.filter((one) => one.fresh).map(({ name }) => name)
    expect(fresh.toSorted()).toEqual(
      [
        // who may do what
        ...['createUser', 'updateUser', 'deleteUser', 'sendSetPasswordEmail', 'setUserStatus', 'setUserClinics'],
        ...['assignClinicToUsers', 'updateDirectory', 'createDirectoryRule', 'updateDirectoryRule'],
        ...['deleteDirectoryRule', 'applyDirectory'],
        // how one signs in
        ...['beginAuthenticator', 'saveAuthenticator', 'deleteAuthenticator', 'renewBackupCodes'],
        ...['saveTwoStepRoles', 'resetUserTwoStep'],
        ...['beginPasskey', 'createPasskey', 'deletePasskey'],
        // erasure, and taking out
        ...['eraseUser', 'eraseResident', 'removeDemo', 'exportUserData', 'exportResidentData'],
        ...['startFhirExport', 'startFhirPatientExport', 'startFhirGroupExport'],
        ...['startDeidentifiedExport', 'downloadDeidentifiedExport'],
        // who sees somebody's nights
        ...['inviteProvider', 'shareMember', 'assignMember', 'linkMemberResident'],
        // keys, secrets, receivers, displays and links to the public
        ...['createServiceAccount', 'createDirectoryClient', 'createWebhook', 'rotateWebhookSecret'],
        ...['replaceReportPassword', 'saveEhrConnection', 'rotateDeviceKey', 'createReportLink'],
        ...['createNurseCall', 'createDisplay'],
      ].toSorted(),
    )
  })

  it('asks again ten minutes after the last proof, with one code, before anything else is looked at [DO-5]', async () => {
    const user = await people.add({}, { groups: ['sa'] })
    const ask = () => user.refused(rotateDeviceKey, { device_id: 'none' })
    await ageProof(user.userId, 9)
    expect((await ask()).status).toBe(404)
    await ageProof(user.userId, 11)
    const { status, body } = await ask()
    expect([status, body.code, body.title]).toEqual([403, 'proof_due', 'Confirm it’s you'])
    // Whoever may not do it learns no more than before.
    const member = await people.add({}, { groups: ['member'] })
    await ageProof(member.userId, 11)
    expect((await member.refused(rotateDeviceKey, { device_id: 'none' })).body.code).toBe('forbidden')
    // All else goes on.
    await user.call(readSession, {})
    await user.call(proveByPassword, { password })
    expect((await ask()).status).toBe(404)
    expect(await acts(user.userId)).toEqual(['session.prove'])
  })

  it('is not opened by a wrong password, which is counted and leaves the session, nor in another session [DO-5]', async () => {
    const user = await people.add({}, { groups: ['sa'] })
    const { body } = await people.ask(signIn, { email: user.email, password })
    await ageProof(user.userId, 11)
    for (let at = 0; at < 10; at++) {
      const wrong = await user.refused(proveByPassword, { password: 'not the password' })
      expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([422, 'wrong_password', 'password'])
    }
    expect((await user.refused(proveByPassword, { password })).status).toBe(429)
    await sql`truncate sign_in_guesses`.execute(people.portal.owner)
    await user.call(proveByPassword, { password })
    const elsewhere = people.portal.withToken(String(body.token))
    expect((await elsewhere.refused(rotateDeviceKey, { device_id: 'none' })).body.code).toBe('proof_due')
    expect((await acts(user.userId)).filter((act) => act === 'session.prove-failed')).toHaveLength(10)
  })

  it('asks no person of the house’s directory for a password of the portal [DO-5] [SI-1]', async () => {
    const user = await people.add()
    expect(await user.call(listProofs, {})).toEqual({ password: true, code: false, passkey: false })
    const { owner } = people.portal
    await owner.insertInto('directory_people').values({ user_id: user.userId, is_created: true }).execute()
    await owner.updateTable('directory_settings').set({ is_local_off: true }).execute()
    try {
      expect(await user.call(listProofs, {})).toEqual({ password: false, code: false, passkey: false })
      expect(await user.call(readAccount, {})).toMatchObject({ has_password: false })
      expect((await user.refused(proveByPassword, { password })).body.code).toBe('wrong_password')
      const change = { current_password: password, password: newPassword }
      expect((await user.refused(changeOwnPassword, change)).body.code).toBe('wrong_password')
    } finally {
      await owner.updateTable('directory_settings').set({ is_local_off: false }).execute()
    }
  })
})

describe('an own account', () => {
  it('shows where one is signed in and which browsers are known, and ends them one by one [DO-5]', async () => {
    const user = await people.add()
    const from = (address: string, browser: string) => ({ 'x-forwarded-for': address, 'user-agent': browser })
    const there = await people.ask(signIn, { email: user.email, password }, from('192.0.2.1', 'Firefox/150'))
    const other = await people.add()
    const { email, sessions, browsers } = await user.call(readAccount, {})
    expect(email).toBe(user.email)
    expect(sessions).toMatchObject([
      { id: user.sessionId, is_current: true },
      { address: '192.0.2.1', user_agent: 'Firefox/150', is_current: false },
    ])
    expect(browsers).toMatchObject([{ address: '192.0.2.1', user_agent: 'Firefox/150', is_current: false }])
    // Nobody else's.
    expect((await other.refused(endOwnSession, { session_id: sessions[1]!.id })).status).toBe(404)
    await other.call(forgetBrowser, { browser_id: browsers[0]!.id })
    expect((await user.call(readAccount, {})).browsers).toHaveLength(1)

    await user.call(endOwnSession, { session_id: sessions[1]!.id })
    expect((await people.portal.withToken(String(there.body.token)).refused(readSession, {})).status).toBe(401)
    await user.call(forgetBrowser, { browser_id: browsers[0]!.id })
    const after = await user.call(readAccount, {})
    expect([after.sessions.length, after.browsers]).toEqual([1, []])
    expect(await acts(user.userId)).toEqual(['session.sign-in', 'session.end', 'session.forget-browser'])
  })

  it('ends all sessions but the one that asks [DO-5]', async () => {
    const user = await people.add()
    const { body } = await people.ask(signIn, { email: user.email, password })
    await user.call(endOtherSessions, {})
    expect((await people.portal.withToken(String(body.token)).refused(readSession, {})).status).toBe(401)
    expect((await user.call(readAccount, {})).sessions).toMatchObject([{ id: user.sessionId }])
  })

  it('changes its password with the present one; other sessions end and a mail tells of it [DO-5]', async () => {
    const user = await people.add()
    const { body } = await people.ask(signIn, { email: user.email, password })
    const wrong = await user.refused(changeOwnPassword, { current_password: 'not it', password: newPassword })
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([422, 'wrong_password', 'current_password'])
    const weak = await user.refused(changeOwnPassword, { current_password: password, password: 'qwertyuiop12' })
    expect([weak.status, weak.body.field]).toEqual([422, 'password'])
    await user.call(changeOwnPassword, { current_password: password, password: newPassword })
    expect((await people.portal.withToken(String(body.token)).refused(readSession, {})).status).toBe(401)
    await user.call(readSession, {})
    expect((await people.ask(signIn, { email: user.email, password })).status).toBe(401)
    expect((await people.ask(signIn, { email: user.email, password: newPassword })).status).toBe(200)
    const [mail] = await people.messagesTo(user.email)
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Your Eupnea password was changed' })
    expect(mail!.body).not.toContain(newPassword)
  })

  it('takes no password made of one’s name or facility, whichever way it is chosen [DO-5]', async () => {
    const clinicId = await people.portal.createClinic({ name: 'Brackenridge Lodge' })
    const user = await people.add({ new_password_required: true }, { clinicIds: [clinicId] })
    const { email, userId } = user
    const name = { first_name: 'Rhoswen', last_name: 'Vanterpool' }
    await people.portal.owner.updateTable('users').set(name).where('id', '=', userId).execute()
    const challenge = challengeOf(await people.ask(signIn, { email, password }), 'newPasswordRequired')
    await people.ask(forgotPassword, { email })
    const code = await people.codeTo(email)
    for (const guessable of ['Rhoswen.Vanterpool', 'Brackenridge-Lodge']) {
      const chosen = { password: guessable }
      for (const { status, body } of [
        await people.ask(completeNewPassword, { challenge, ...chosen }),
        await people.ask(resetPassword, { email, code, ...chosen }),
        await user.refused(changeOwnPassword, { current_password: password, ...chosen }),
      ])
        expect([status, body.message]).toEqual([
          422,
          'Avoid your name, e-mail address, facility and the product’s name',
        ])
    }
  })
})
