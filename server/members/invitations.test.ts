import * as members from '@eupnea/contract/members.ts'
import { setUserStatus, updateUser } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInClient, TestHttp } from '../../tests/kit/portal.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { ids, of, peopleOf, startPortal } from './household.fixture.ts'
import {
  bringBackInvitations,
  bringBackProviderInvitations,
  removeOldInvitationMails,
  removeOldProviderInvitations,
} from './index.ts'
import { writeMinutes } from './night.fixture.ts'
import { finishedNights } from './nights.ts'

/** Members are invited, and invite their providers. */

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const { asMember, asProvider, household } = peopleOf(() => ({ portal, admin }))
const mailsTo = (email: string) =>
  portal.owner.selectFrom('deliveries').selectAll().where('recipient', '=', email).orderBy('created_at').execute()

describe('invitations', () => {
  /** Pretends that they were sent earlier. */
  const ageMails = (seconds: number) =>
    sql`update member_invitation_mails set sent_at = sent_at - make_interval(secs => ${seconds})`.execute(portal.owner)

  it('go to an address at most once in 15 minutes, even if many are sent together [ME-2]', async () => {
    const [provider, other, nurse] = [
      await asProvider(),
      await asProvider(),
      await portal.asUser({ groups: ['clinic'] }),
    ]
    for (const email of ['often@test.example', nurse.email]) {
      const before = (await mailsTo(email)).length
      const input = { email, first_name: 'A', last_name: 'B' }
      await provider.call(members.inviteMember, input)
      const sent = (await mailsTo(email)).length
      expect(sent).toBeGreaterThan(before)
      const again = await Promise.all([1, 2, 3].map(() => provider.refused(members.inviteMember, input)))
      for (const { status, headers, body } of again) {
        expect([status, body.message]).toEqual([429, m.member_invitations_address({ minutes: 15 })])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
      }
      expect(await mailsTo(email)).toHaveLength(sent)
      await other.call(members.inviteMember, input)
      await ageMails(15 * 60)
      const side = await Promise.all([1, 2, 3].map(() => provider.send('POST', members.inviteMember.path, input)))
      expect(side.map(({ status }) => status).sort()).toEqual([201, 429, 429])
    }
  })

  it('take no name that would put an address into the portal’s mails [ME-2]', async () => {
    const provider = await asProvider()
    const named = { email: 'named@test.example', first_name: 'Dr.med. A', last_name: 'St.John-J.R. O’Neil' }
    for (const name of ['Win: https://evil.example/x', 'call@evil.example', 'see evil.com'])
      for (const field of ['first_name', 'last_name'])
        expect(await provider.refused(members.inviteMember, { ...named, [field]: name })).toMatchObject({
          status: 422,
          body: { field, message: 'A name can’t contain a web or e-mail address' },
        })
    await provider.call(members.inviteMember, named)
  })

  it('are a hundred a day at most, and who would be the next gets no account [ME-2]', async () => {
    const [provider, member] = [await asProvider(), await asMember()]
    const mail = { provider_id: provider.userId, member_id: member.userId }
    const row = { ...mail, sent_at: Temporal.Now.instant().subtract({ hours: 20 }) }
    await portal.owner.insertInto('member_invitation_mails').values(Array(99).fill(row)).execute()
    const invite = (email: string) => ({ email, first_name: 'A', last_name: 'B' })
    await provider.call(members.inviteMember, invite('hundredth@test.example'))
    const next = await provider.refused(members.inviteMember, invite('next@test.example'))
    expect([next.status, next.body.message]).toEqual([429, m.member_invitations_daily({ most: 100, hours: 4 })])
    expect(await mailsTo('next@test.example')).toEqual([])
    const accounts = portal.owner.selectFrom('users').select('id').where('email', '=', 'next@test.example')
    expect(await accounts.execute()).toEqual([])
    await ageMails(4 * 3_600)
    await provider.call(members.inviteMember, invite('next@test.example'))
    const origin = {
      database: portal.databases.identity,
      actor: { type: 'job', name: 'test' },
      log: createLog('error'),
    } as const
    await withCtx(origin, removeOldInvitationMails)
    const kept = portal.owner.selectFrom('member_invitation_mails').select('sent_at')
    expect(await kept.where('provider_id', '=', provider.userId).execute()).toHaveLength(2)
  })

  it('make an account, let its owner choose a password, and link when they accept, not before [ME-2]', async () => {
    const provider = await asProvider()
    const person = { email: 'invited@test.example', first_name: 'Ida', last_name: 'Noddack' }
    await provider.call(members.inviteMember, person)
    const mails = await mailsTo(person.email)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Test User invites you to Eupnea',
      'Your Eupnea password',
    ])
    const bodies = mails.map(({ body }) => body).join('\n')
    // Any name can be typed, even a sentence with a link, so the portal doesn't mail it.
    expect(bodies).not.toContain(person.first_name)
    const challenge = /#set-password=(\S+)/.exec(bodies)?.[1]
    const signedIn = (await portal.anonymous.send('POST', '/auth/new-password', {
      challenge,
      password: 'two herons stand in fog',
    })) as { body: { token: string; user: { id: string; role: string } } }
    expect(signedIn.body.user.role).toBe('Member')
    const member = portal.withToken(signedIn.body.token)
    expect(ids(await provider.call(members.listMembers, {}))).toEqual([])
    expect((await provider.call(members.listMemberInvitations, {})).sent).toMatchObject([person])
    const { received } = await member.call(members.listMemberInvitations, {})
    expect(received).toMatchObject([{ provider_id: provider.userId, provider_email: provider.email }])

    await member.call(members.answerMemberInvitation, { provider_id: provider.userId, accept: true })
    expect(ids(await provider.call(members.listMembers, {}))).toEqual([signedIn.body.user.id])
    const again = { provider_id: provider.userId, accept: true }
    expect((await member.refused(members.answerMemberInvitation, again)).status).toBe(404)
    expect((await provider.refused(members.inviteMember, person)).body).toMatchObject({ field: 'email' })
  })

  it('are declined, expire, and cannot be accepted by another [ME-2]', async () => {
    const [provider, member, stranger] = [await asProvider(), await asMember(), await asMember()]
    const invite = () =>
      provider.call(members.inviteMember, { email: member.email, first_name: 'Any', last_name: 'Name' })
    const answer = (accept: boolean) => ({ provider_id: provider.userId, accept })
    await invite()
    expect((await stranger.refused(members.answerMemberInvitation, answer(true))).status).toBe(404)
    await member.call(members.answerMemberInvitation, answer(false))
    expect((await provider.call(members.listMemberInvitations, {})).sent).toEqual([])
    await ageMails(15 * 60)
    await invite()
    await portal.owner
      .updateTable('member_invitations')
      .set({ expires_at: Temporal.Now.instant().subtract({ seconds: 1 }) })
      .where('member_id', '=', member.userId)
      .execute()
    expect((await member.call(members.listMemberInvitations, {})).received).toEqual([])
    expect((await member.refused(members.answerMemberInvitation, answer(true))).status).toBe(404)
    expect(ids(await provider.call(members.listMembers, {}))).toEqual([])
    // The names that the provider typed aren't the account's.
    expect((await member.call(members.memberDetail, of(member))).first_name).toBe('Test')
  })

  it('last no longer when the clock is set back [ME-2]', async () => {
    const [provider, member] = [await asProvider(), await asMember()]
    await provider.call(members.inviteMember, { email: member.email, first_name: 'Any', last_name: 'Name' })
    const days = async () => {
      const { rows } = await sql<{
        days: number
      }>`select round(extract(epoch from expires_at - now()) / 86400)::int as days
        from member_invitations where member_id = ${member.userId}`.execute(portal.owner)
      return rows[0]!.days
    }
    const before = await days()
    await sql`update member_invitations set invited_at = invited_at + interval '3 days',
      expires_at = expires_at + interval '3 days' where member_id = ${member.userId}`.execute(portal.owner)
    const actor = { type: 'job', name: 'test' } as const
    await withCtx({ database: portal.databases.identity, actor, log: createLog('error') }, bringBackInvitations)
    expect(await days()).toBe(before)
  })

  it('do not tell whose e-mail has an account, and change no account that is no member’s [ME-2]', async () => {
    const [provider, nurse] = [await asProvider(), await portal.asUser({ groups: ['clinic'] })]
    for (const email of [nurse.email, 'nobody@test.example'])
      await provider.call(members.inviteMember, { email, first_name: 'A', last_name: 'B' })
    const { sent } = await provider.call(members.listMemberInvitations, {})
    expect(sent.map(({ email }) => email)).toEqual(['nobody@test.example', nurse.email])
    expect((await nurse.call(members.listMemberInvitations, {})).received).toEqual([])
    const accept = { provider_id: provider.userId, accept: true }
    expect((await nurse.refused(members.answerMemberInvitation, accept)).status).toBe(404)
    expect((await mailsTo(nurse.email)).map(({ body }) => body).join()).toContain('can’t be a member account')
    const patient = await portal.asUser({ groups: ['home_health_patient'] })
    const input = { email: 'x@test.example', first_name: 'A', last_name: 'B' }
    expect((await patient.refused(members.inviteMember, input)).status).toBe(403)
  })
})

describe('invitations to providers', () => {
  const invitedBy = async (member: SignedInClient) =>
    (await member.call(members.listProviderInvitations, {})).sent.map(({ email }) => email)
  const waitingFor = async (provider: SignedInClient) =>
    (await provider.call(members.listProviderInvitations, {})).received.map(({ user_uid }) => user_uid)
  const to = ({ email }: { email: string }) => ({ provider_email: email })
  const ageInvitations = (seconds: number) =>
    sql`update provider_invitations set invited_at = invited_at - make_interval(secs => ${seconds})`.execute(
      portal.owner,
    )

  it('let a provider look once they accept, and the member ends it [EA-7]', async () => {
    const { member, bed } = await household()
    const provider = await asProvider()
    await member.call(members.inviteProvider, to(provider))
    const [mail] = await mailsTo(provider.email)
    expect(mail).toMatchObject({ subject: 'Test User invites you to see their nights in Eupnea' })
    expect(mail!.body).toContain('http://portal.example/')
    expect(await invitedBy(member)).toEqual([provider.email])
    expect((await provider.call(members.listProviderInvitations, {})).received).toMatchObject([
      { user_uid: member.userId, member_name: 'Test User', member_email: member.email },
    ])
    // Nothing is seen before the answer.
    expect((await provider.refused(members.memberDetail, of(member))).status).toBe(404)
    expect((await provider.refused(members.listMemberNights, of(member))).status).toBe(404)

    await provider.call(members.answerProviderInvitation, { ...of(member), accept: true })
    expect([await invitedBy(member), await waitingFor(provider)]).toEqual([[], []])
    expect(await provider.call(members.memberDetail, of(member))).toMatchObject({ link: 'coach', patient_id: null })
    await writeMinutes(portal, bed, finishedNights('UTC', 1)[0]!.since, 60)
    expect((await provider.call(members.listMemberNights, of(member))).items).toMatchObject([{ time_in_bed: 1 }])
    // They look, and act for nobody.
    expect((await provider.refused(members.shareMember, { ...of(member), ...to(await asProvider()) })).status).toBe(403)
    const { items } = await member.call(members.listLinkedProviders, {})
    expect(items.find(({ provider_id }) => provider_id === provider.userId)).toMatchObject({ kind: 'coach' })
    expect((await member.refused(members.inviteProvider, to(provider))).body).toMatchObject({
      ...{ code: 'already_linked', field: 'provider_email' },
    })
    await member.call(members.unlinkProvider, { provider_id: provider.userId })
    expect((await provider.refused(members.memberDetail, of(member))).status).toBe(404)
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select(['act', 'actor_id'])
      .where(sql<boolean>`detail ->> 'user_id' = ${member.userId}`)
      .orderBy('id')
      .execute()
    expect(acts.slice(2).map(({ act, actor_id }) => [act, actor_id])).toEqual([
      ['member.invite-provider', member.userId],
      ['member.accept-provider-invitation', provider.userId],
      ['member.read', provider.userId],
      ['member.read-nights', provider.userId],
      ['member.unlink', member.userId],
    ])
  })

  it('say the same whoever has the address, and only its provider can accept [EA-7]', async () => {
    const member = await asMember()
    const nurse = await portal.asUser({ groups: ['clinic'] })
    const other = await asMember()
    for (const email of ['nobody-yet@test.example', nurse.email, other.email]) {
      const { status, body } = await member.send('POST', members.inviteProvider.path, to({ email }))
      expect([status, body]).toEqual([201, {}])
      expect((await mailsTo(email)).map(({ body }) => body!.replaceAll(email, 'X'))).toEqual([
        (await mailsTo(nurse.email)).at(0)?.body?.replaceAll(nurse.email, 'X') ?? expect.any(String),
      ])
    }
    expect(await invitedBy(member)).toEqual([other.email, nurse.email, 'nobody-yet@test.example'])
    const accept = { ...of(member), accept: true }
    for (const who of [nurse, other]) {
      expect(await waitingFor(who)).toEqual([])
      expect((await who.refused(members.answerProviderInvitation, accept)).status).toBe(403)
    }
    for (const who of [await asProvider(), admin])
      expect((await who.refused(members.answerProviderInvitation, accept)).status).toBe(404)
    // Whoever becomes a provider under the address in time is asked then.
    const late = await portal.asUser({ groups: ['vc-admin'], email: 'nobody-yet@test.example' })
    expect(await waitingFor(late)).toEqual([member.userId])
    // Staff and providers have no nights to share.
    for (const who of [admin, nurse, late])
      expect((await who.refused(members.inviteProvider, to(member))).status).toBe(404)
    expect((await member.refused(members.inviteProvider, to(member))).body).toMatchObject({ field: 'provider_email' })
  })

  it('are declined, withdrawn, expire, and wait while the member is disabled [EA-7]', async () => {
    const [member, provider] = [await asMember(), await asProvider()]
    const answer = (accept: boolean) => ({ ...of(member), accept })
    const invite = async () => {
      await ageInvitations(15 * 60)
      await member.call(members.inviteProvider, to(provider))
    }
    await invite()
    await provider.call(members.answerProviderInvitation, answer(false))
    expect([await invitedBy(member), await waitingFor(provider)]).toEqual([[], []])

    await invite()
    await member.call(members.withdrawProviderInvitation, to(provider))
    expect((await provider.refused(members.answerProviderInvitation, answer(true))).status).toBe(404)
    expect((await member.refused(members.withdrawProviderInvitation, to(provider))).status).toBe(404)

    await invite()
    await portal.owner
      .updateTable('provider_invitations')
      .set({ expires_at: Temporal.Now.instant().subtract({ seconds: 1 }) })
      .where('member_id', '=', member.userId)
      .execute()
    expect((await provider.refused(members.answerProviderInvitation, answer(true))).status).toBe(404)

    await invite()
    await admin.call(setUserStatus, { user_id: member.userId, status: 0 })
    expect(await waitingFor(provider)).toEqual([])
    expect((await provider.refused(members.answerProviderInvitation, answer(true))).status).toBe(404)
    await admin.call(setUserStatus, { user_id: member.userId, status: 1 })
    // Assigned in the meantime, which accepting takes nothing from.
    await admin.call(members.assignMember, { ...of(member), ...to(provider) })
    await provider.call(members.answerProviderInvitation, answer(true))
    expect((await provider.call(members.memberDetail, of(member))).link).toBe('admin')
    // A Provider who is none any more starts afresh.
    await (await asMember()).call(members.inviteProvider, to(provider))
    expect(await waitingFor(provider)).toHaveLength(1)
    for (const user_type of ['clinic-web', 'vc-admin'] as const)
      await admin.call(updateUser, { user_id: provider.userId, user_type })
    expect(await waitingFor(provider)).toEqual([])
  })

  it('are few: one to an address in a quarter of an hour, twenty a day [EA-7]', async () => {
    const member = await asMember()
    const invite = (email: string) => member.refused(members.inviteProvider, { provider_email: email })
    await member.call(members.inviteProvider, { provider_email: 'first@test.example' })
    await member.call(members.withdrawProviderInvitation, { provider_email: 'first@test.example' })
    expect((await invite('first@test.example')).body.message).toBe(m.member_invitations_address({ minutes: 15 }))
    const rows = Array.from({ length: 19 }, (_, index) => ({
      ...{ member_id: member.userId, email: `other-${index}@test.example` },
      invited_at: Temporal.Now.instant().subtract({ hours: 20 }),
      expires_at: Temporal.Now.instant().subtract({ hours: 1 }),
    }))
    await portal.owner.insertInto('provider_invitations').values(rows).execute()
    expect((await invite('last@test.example')).body.message).toBe(m.member_invitations_daily({ most: 20, hours: 4 }))
    expect(await mailsTo('last@test.example')).toEqual([])
    await ageInvitations(5 * 3_600)
    await member.call(members.inviteProvider, { provider_email: 'last@test.example' })
    const origin = {
      database: portal.databases.work,
      actor: { type: 'job', name: 'test' },
      log: createLog('error'),
    } as const
    await sql`update provider_invitations set invited_at = invited_at + interval '30 hours',
      expires_at = expires_at + interval '30 hours' where email = 'last@test.example'`.execute(portal.owner)
    await withCtx({ ...origin, database: portal.databases.identity }, bringBackProviderInvitations)
    const { rows: ends } = await sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from provider_invitations where email = 'last@test.example'`.execute(portal.owner)
    expect(ends).toEqual([{ days: 7 }])
    await withCtx(origin, removeOldProviderInvitations)
    const kept = await portal.owner
      .selectFrom('provider_invitations')
      .select('email')
      .where('member_id', '=', member.userId)
      .orderBy('id')
      .execute()
    expect(kept.map(({ email }) => email)).toEqual(['first@test.example', 'last@test.example'])
  })
})
