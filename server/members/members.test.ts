import * as members from '@eupnea/contract/members.ts'
import { readReport } from '@eupnea/contract/reports.ts'
import { listResidents, setResidentStatus } from '@eupnea/contract/residents.ts'
import { setUserStatus, updateUser } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyArchive, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { reportRoutes } from '../reports/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { userRoutes } from '../users/index.ts'
import { memberRoutes, removeOldInvitationMails } from './index.ts'
import { makeBed, writeMinutes } from './night.fixture.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...memberRoutes(sessions, () => 'http://portal.example'),
    ...sessionRoutes(sessions),
    ...userRoutes(sessions),
    ...residentRoutes,
    ...reportRoutes(emptyArchive()),
  ])
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const asMember = () => portal.asUser({ groups: ['member'] })
const asProvider = () => portal.asUser({ groups: ['vc-admin'] })
const of = ({ userId }: SignedInClient) => ({ user_uid: userId })
const at = (zoned: string) => Temporal.ZonedDateTime.from(zoned).toInstant()
const yesterday = (zone: string) => Temporal.Now.plainDateISO(zone).subtract({ days: 1 })

/** A member whose resident has a device, assigned to a Provider. */
async function household(tz = 'UTC') {
  const [member, provider, bed] = [await asMember(), await asProvider(), await makeBed(portal, tz)]
  await admin.call(members.linkMemberResident, { ...of(member), patient_id: bed.patient_id })
  await admin.call(members.assignMember, { ...of(member), provider_email: provider.email })
  return { member, provider, bed }
}

const ids = ({ items }: { items: readonly { user_uid: string }[] }) => items.map(({ user_uid }) => user_uid)

describe('who sees whom', () => {
  it('gives the detail to administrators, the member and who is linked; to others there is no such member [ME-1]', async () => {
    const { member, provider, bed } = await household()
    const answer = await admin.send('GET', `/virtualclinic-temp/v1/memberDetail?user_uid=${member.userId}`)
    expect(answer.body).toMatchObject({
      ...{ user_uid: member.userId, group: 'member', email: member.email, is_linked: true, link: null },
      ...{ patient_id: bed.patient_id, clinic_name: 'Test House', device_conn_status: 1 },
      providers: [{ provider_id: provider.userId, kind: 'admin', email: provider.email }],
    })
    const theirs = await provider.call(members.memberDetail, of(member))
    expect(theirs).toMatchObject({ link: 'admin', patient_id: null, is_linked: true })
    expect((await member.call(members.memberDetail, of(member))).patient_id).toBeNull()
    // Sharing a clinic isn't a link, and other members aren't visible.
    const colleague = await portal.asUser({ groups: ['vc-admin'], clinicIds: [bed.clinic_id] })
    for (const stranger of [colleague, await asProvider(), await asMember()]) {
      for (const call of [members.memberDetail, members.totalSleepSessions, members.listLinkedProviders])
        expect((await stranger.refused(call, of(member))).status).toBe(404)
      expect((await stranger.refused(members.memberDetail, of(member))).body).toEqual({
        ...(await stranger.refused(members.memberDetail, { user_uid: 'nobody' })).body,
        request_id: expect.any(String),
      })
    }
    // Staff aren't members.
    expect((await admin.refused(members.memberDetail, of(provider))).body.title).toBe('Not Found')
  })

  it('limits a Provider to their own admin_id and coach_id [ME-1]', async () => {
    const [one, two] = [await household(), await household()]
    await admin.call(members.shareMember, { ...of(two.member), provider_email: one.provider.email })
    const { provider } = one
    const sorted = [one.member.userId, two.member.userId].toSorted()
    expect(ids(await provider.call(members.listMembers, {})).toSorted()).toEqual(sorted)
    expect(ids(await provider.call(members.listMembers, { admin_id: provider.userId }))).toEqual([one.member.userId])
    expect(ids(await provider.call(members.listMembers, { coach_id: provider.userId }))).toEqual([two.member.userId])
    const both = { admin_id: provider.userId, coach_id: provider.userId }
    expect(ids(await provider.call(members.listMembers, both)).toSorted()).toEqual(sorted)
    expect(ids(await provider.call(members.listSharedMembers, {}))).toEqual([two.member.userId])
    for (const input of [{ admin_id: two.provider.userId }, { coach_id: two.provider.userId }])
      expect((await provider.refused(members.listMembers, input)).body).toMatchObject({ title: 'Not Found' })
    expect(ids(await two.provider.call(members.listMembers, {}))).toEqual([two.member.userId])
    expect(ids(await (await asProvider()).call(members.listMembers, {}))).toEqual([])
    // Administrators see all members, or those of a named person.
    expect(ids(await admin.call(members.listMembers, { page_size: 200 }))).toEqual(expect.arrayContaining(sorted))
    expect(ids(await admin.call(members.listMembers, { admin_id: provider.userId }))).toEqual([one.member.userId])
    expect((await one.member.refused(members.listMembers, {})).status).toBe(403)
  })

  it('lists as active who may sign in and lies under a device [ME-1]', async () => {
    const { member, provider, bed } = await household()
    const active = async () => ids(await provider.call(members.listActiveMembers, {}))
    expect(await active()).toEqual([member.userId])
    await portal.owner
      .updateTable('device_assignments')
      .set({ until: Temporal.Now.instant() })
      .where('resident_id', '=', bed.patient_id)
      .execute()
    expect(await active()).toEqual([])
    expect(ids(await provider.call(members.listMembers, {}))).toEqual([member.userId])
  })
})

describe('nights', () => {
  it('say rates as finely as reports do: 21.96 is usual, and 22 is not [SH-10]', async () => {
    const { member, bed } = await household()
    await writeMinutes(portal, bed, at(`${yesterday('UTC').subtract({ days: 1 })}T22:00[UTC]`), 60, 21.96)
    expect((await member.call(members.listOwnNights, {})).items).toMatchObject([
      { rr_avg: 21.96, rr_min: 20.96, rr_max: 22.96 },
    ])
  })

  it('go from noon to noon at the facility and are the member’s alone, also as pictures [SH-10] [ME-1] [VI-1]', async () => {
    const zone = 'America/New_York'
    const { member, provider, bed } = await household(zone)
    const other = await household(zone)
    const day = yesterday(zone)
    const evening = at(`${day.subtract({ days: 1 })}T22:00[${zone}]`)
    await writeMinutes(portal, bed, evening, 8 * 60, 14)
    await writeMinutes(portal, other.bed, evening, 5 * 60, 20)
    const nights = await member.call(members.listOwnNights, {})
    expect(nights.items).toEqual([{ date: day.toString(), time_in_bed: 8, rr_avg: 14, rr_min: 13, rr_max: 15 }])
    expect(nights.timezone).toBe(zone)
    const pictures = await member.call(members.readOwnNights, {})
    expect(pictures).toMatchObject({ timezone: zone, usual: null })
    const picture = pictures.items.find(({ date }) => date === day.subtract({ days: 1 }).toString())!
    // 22:00 is four hours after the picture begins.
    expect([picture.beds[23], picture.beds[24], picture.rates[24], picture.beds[71], picture.beds[72]]).toEqual([
      null,
      1,
      14,
      1,
      null,
    ])
    expect((await other.member.call(members.listOwnNights, {})).items).toMatchObject([{ time_in_bed: 5, rr_avg: 20 }])
    expect((await provider.call(members.listMemberNights, of(member))).items).toEqual(nights.items)
    expect((await provider.refused(members.listMemberNights, of(other.member))).status).toBe(404)
    // Minutes of the device's next resident aren't the member's.
    const points = await member.call(members.readOwnRespiration, { hours: 72 })
    expect(points.items.every(({ avg }) => avg === 14)).toBe(true)
    expect(points.items.length).toBeGreaterThan(0)
  })

  it('count as sleep sessions from three hours in bed on [ME-1]', async () => {
    const { member, provider, bed } = await household()
    const count = async (who: SignedInClient) =>
      (await who.call(members.totalSleepSessions, of(member))).items[0]?.sleep_count
    expect(await count(member)).toBe(0)
    for (const [days, minutes] of [
      [2, 180],
      [3, 179],
      [4, 600],
    ] as const)
      await writeMinutes(portal, bed, at(`${yesterday('UTC').subtract({ days })}T23:00[UTC]`), minutes)
    expect(await count(member)).toBe(2)
    expect(await count(provider)).toBe(2)
    // Without a resident there is no first item.
    const lonely = await asMember()
    expect(await lonely.call(members.totalSleepSessions, of(lonely))).toEqual({ items: [] })
  })

  it('leave out what the device said of somebody else [SH-10]', async () => {
    const { member, bed } = await household()
    const day = yesterday('UTC')
    const noon = at(`${day}T02:00[UTC]`)
    await portal.owner
      .updateTable('device_assignments')
      .set({ since: noon })
      .where('resident_id', '=', bed.patient_id)
      .execute()
    await writeMinutes(portal, bed, noon.subtract({ hours: 2 }), 6 * 60)
    expect((await member.call(members.listOwnNights, {})).items).toMatchObject([{ time_in_bed: 4 }])
  })

  it('open no other way to a resident for members and their Providers [SH-10]', async () => {
    const { member, provider, bed } = await household()
    expect((await member.refused(readReport, { report: 'rr', patient_id: bed.patient_id })).status).toBe(403)
    expect((await provider.refused(readReport, { report: 'rr', patient_id: bed.patient_id })).status).toBe(404)
    expect((await provider.call(listResidents, {})).items).toEqual([])
    const lonely = await asMember()
    for (const call of [members.listOwnNights, members.readOwnNights, members.readOwnRespiration])
      expect((await lonely.refused(call, {})).status).toBe(404)
    expect((await lonely.call(members.readOwnMember, {})).member).toMatchObject({ is_linked: false, last_night: null })
    expect((await admin.call(members.readOwnMember, {})).member).toBeNull()
  })

  it('end with the link, and are in the audit log with the resident [ME-1] [AP-5]', async () => {
    const { member, provider, bed } = await household()
    // The page polls.
    for (const call of [members.listOwnNights, members.readOwnRespiration]) await member.call(call, {})
    await provider.call(members.listMemberNights, of(member))
    await provider.call(members.listMembers, {})
    await provider.call(members.memberDetail, of(member))
    const entries = await portal.owner
      .selectFrom('audit_entries')
      .select(['act', 'actor_id'])
      .where('clinic_id', '=', bed.clinic_id)
      .where('actor_id', 'in', [member.userId, provider.userId])
      .execute()
    expect(entries.map(({ act }) => act).toSorted()).toEqual([
      ...['member.list', 'member.read', 'member.read-nights', 'member.read-own'],
    ])
    await admin.call(members.linkMemberResident, { ...of(member), patient_id: null })
    expect((await member.refused(members.listOwnNights, {})).status).toBe(404)
    const again = await admin.refused(members.linkMemberResident, { ...of(member), patient_id: null })
    expect(again.status).toBe(409)
    expect(
      (await provider.refused(members.linkMemberResident, { ...of(member), patient_id: bed.patient_id })).status,
    ).toBe(403)
    await admin.call(setResidentStatus, { patient_id: bed.patient_id, status: 0 })
    const deleted = await admin.refused(members.linkMemberResident, { ...of(member), patient_id: bed.patient_id })
    expect([deleted.status, deleted.body.code]).toEqual([409, 'resident_deleted'])
  })
})

describe('links', () => {
  it('are made by who may act for the member, and read-only ones are [ME-2]', async () => {
    const { member, provider } = await household()
    const [coach, colleague] = [await asProvider(), await asProvider()]
    const shared = await provider.call(members.shareMember, { ...of(member), provider_email: coach.email })
    expect(shared).toMatchObject({ provider_id: coach.userId, kind: 'coach' })
    for (const call of [members.shareMember, members.assignMember])
      expect((await coach.refused(call, { ...of(member), provider_email: colleague.email })).status).toBe(403)
    expect((await coach.refused(members.revokeProvider, { ...of(member), provider_id: provider.userId })).status).toBe(
      403,
    )
    const twice = await provider.refused(members.shareMember, { ...of(member), provider_email: coach.email })
    expect(twice).toMatchObject({ status: 409, body: { field: 'provider_email' } })
    await provider.call(members.assignMember, { ...of(member), provider_email: coach.email })
    await coach.call(members.shareMember, { ...of(member), provider_email: colleague.email })
    const { items } = await member.call(members.listLinkedProviders, {})
    expect(items.map(({ provider_id, kind }) => `${provider_id} ${kind}`).toSorted()).toEqual(
      [`${provider.userId} admin`, `${coach.userId} admin`, `${colleague.userId} coach`].toSorted(),
    )
  })

  it('go to Providers only [ME-2]', async () => {
    const { member, provider } = await household()
    const nobodies = [
      await asMember(),
      await portal.asUser({ groups: ['clinic'] }),
      await portal.asUser({ groups: ['home_health_patient'] }),
      { email: 'unknown@test.example' },
    ]
    for (const { email } of nobodies)
      expect(await provider.refused(members.shareMember, { ...of(member), provider_email: email })).toMatchObject({
        status: 422,
        body: { field: 'provider_email' },
      })
  })

  it('are revoked by who may act, left by the Provider, and unlinked by the member; access ends at once [ME-2]', async () => {
    const { member, provider } = await household()
    const [coach, other] = [await asProvider(), await asProvider()]
    for (const { email } of [coach, other])
      await provider.call(members.shareMember, { ...of(member), provider_email: email })
    await provider.call(members.revokeProvider, { ...of(member), provider_id: coach.userId })
    expect((await coach.refused(members.memberDetail, of(member))).status).toBe(404)
    expect((await provider.refused(members.revokeProvider, { ...of(member), provider_id: coach.userId })).status).toBe(
      409,
    )
    await other.call(members.revokeProvider, { ...of(member), provider_id: other.userId })
    await member.call(members.unlinkProvider, { provider_id: provider.userId })
    expect((await member.refused(members.unlinkProvider, { provider_id: provider.userId })).status).toBe(409)
    expect(ids(await provider.call(members.listMembers, {}))).toEqual([])
    expect((await provider.refused(members.unlinkProvider, { provider_id: provider.userId })).status).toBe(404)
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where(sql<boolean>`detail ->> 'user_id' = ${member.userId}`)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual([
      ...['member.link-resident', 'member.assign', 'member.share', 'member.share'],
      ...['member.revoke', 'member.revoke', 'member.unlink'],
    ])
  })
})

describe('a Provider who is none any more', () => {
  it('is linked to nobody from then on, also when they are one again [ME-1] [ME-2]', async () => {
    const { member, provider } = await household()
    const invited = await asMember()
    await provider.call(members.inviteMember, { email: invited.email, first_name: 'A', last_name: 'B' })
    const accept = { provider_id: provider.userId, accept: true }
    for (const user_type of ['clinic-web', 'vc-admin'] as const) {
      await admin.call(updateUser, { user_id: provider.userId, user_type })
      for (const call of [members.memberDetail, members.totalSleepSessions, members.listLinkedProviders])
        expect((await provider.refused(call, of(member))).status).toBe(404)
      expect((await member.call(members.listLinkedProviders, {})).items).toEqual([])
      expect((await invited.call(members.listMemberInvitations, {})).received).toEqual([])
      expect((await invited.refused(members.answerMemberInvitation, accept)).status).toBe(404)
    }
    await admin.call(members.assignMember, { ...of(member), provider_email: provider.email })
    await admin.call(updateUser, { user_id: provider.userId, user_type: 'cip_users' })
    expect((await provider.call(members.memberDetail, of(member))).link).toBe('admin')
  })

  it('is linked to nobody by who has looked just before [ME-2]', async () => {
    const { member } = await household()
    const provider = await asProvider()
    const nurse = { user_type: 'clinic-web', groups: ['clinic'] }
    const [answer] = await portal.owner.transaction().execute(async (db) => {
      await db.updateTable('users').set(nurse).where('id', '=', provider.userId).execute()
      const link = admin.send('POST', members.shareMember.path, { ...of(member), provider_email: provider.email })
      await new Promise((resolve) => setTimeout(resolve, 500))
      return [link]
    })
    expect(await answer).toMatchObject({ status: 422, body: { field: 'provider_email' } })
  })

  it('waits for the answer to an invitation while they are disabled [ME-2]', async () => {
    const [provider, member] = [await asProvider(), await asMember()]
    await provider.call(members.inviteMember, { email: member.email, first_name: 'A', last_name: 'B' })
    const answer = { provider_id: provider.userId, accept: true }
    await admin.call(setUserStatus, { user_id: provider.userId, status: 0 })
    expect((await member.call(members.listMemberInvitations, {})).received).toEqual([])
    expect((await member.refused(members.answerMemberInvitation, answer)).status).toBe(404)
    await admin.call(setUserStatus, { user_id: provider.userId, status: 1 })
    await member.call(members.answerMemberInvitation, answer)
    expect((await member.call(members.listLinkedProviders, {})).items).toHaveLength(1)
  })
})

describe('invitations', () => {
  const mailsTo = (email: string) =>
    portal.owner.selectFrom('deliveries').selectAll().where('recipient', '=', email).orderBy('created_at').execute()

  /** Pretends that they were sent earlier. */
  const ageMails = (seconds: number) =>
    sql`update member_invitation_mails set sent_at = sent_at - make_interval(secs => ${seconds})`.execute(portal.owner)

  it('go to one address once in a quarter of an hour, also when many are sent at once [ME-2]', async () => {
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
