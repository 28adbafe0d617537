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
import {
  bringBackInvitations,
  bringBackProviderInvitations,
  memberRoutes,
  removeOldInvitationMails,
  removeOldProviderInvitations,
} from './index.ts'
import { makeBed, writeMinutes } from './night.fixture.ts'
import { finishedNights } from './nights.ts'

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
    // A night on leave is none.
    await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
      select clinic_id, id, now() - interval '9 days', now(), '', '' from residents
      where id = (select resident_id from member_links where user_id = ${member.userId})`.execute(portal.owner)
    expect((await member.call(members.listOwnNights, {})).items).toEqual([])
  })

  it('go from 18:00 to noon at the facility and are the member’s alone, also as pictures [SH-10] [ME-1] [VI-1]', async () => {
    const zone = 'America/New_York'
    const { member, provider, bed } = await household(zone)
    const other = await household(zone)
    const day = yesterday(zone)
    const evening = at(`${day.subtract({ days: 1 })}T22:00[${zone}]`)
    await writeMinutes(portal, bed, evening, 8 * 60, 14)
    await writeMinutes(portal, other.bed, evening, 5 * 60, 20)
    const nights = await member.call(members.listOwnNights, {})
    const date = day.subtract({ days: 1 }).toString()
    expect(nights.items).toEqual([{ date, time_in_bed: 8, rr_avg: 14, rr_min: 13, rr_max: 15 }])
    expect(nights.timezone).toBe(zone)
    const pictures = await member.call(members.readOwnNights, {})
    expect(pictures).toMatchObject({ timezone: zone, usual: null })
    const picture = pictures.items.find((item) => item.date === date)!
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
    const [last] = finishedNights(zone, 1)
    await writeMinutes(portal, bed, last!.since.add({ hours: 12 }), 60, 15)
    await writeMinutes(portal, other.bed, last!.since.add({ hours: 12 }), 60, 20)
    const points = await member.call(members.readOwnRespiration, {})
    expect(points).toMatchObject({ date: last!.day.toString(), from: last!.since.toString(), timezone: zone })
    expect(points.items.filter(({ avg }) => avg === 15)).toHaveLength(60)
    expect(points.items.every(({ avg }) => avg !== 20)).toBe(true)
  })

  it('are shown once they are over, to the member and to who looks after them [EA-7]', async () => {
    const { member, provider, bed } = await household()
    const now = Temporal.Now.instant()
    const [last] = finishedNights('UTC', 1, now)
    // From the evening of the last one until now, through the one that goes on, if one does.
    const first = last!.since
    await writeMinutes(portal, bed, first, Math.floor(first.until(now).total('minutes')))
    const date = last!.day.toString()
    for (const { items, last: newest } of [
      await member.call(members.listOwnNights, {}),
      await provider.call(members.listMemberNights, of(member)),
    ])
      expect([newest, items.map((item) => [item.date, item.time_in_bed])]).toEqual([date, [[date, 18]]])
    const pictures = await member.call(members.readOwnNights, {})
    expect(pictures.items[0]).toMatchObject({ date, until: last!.until.toString() })
    expect(pictures.items.every(({ until }) => Date.parse(until) <= now.epochMilliseconds)).toBe(true)
    const { items } = await member.call(members.readOwnRespiration, {})
    expect(items.every(({ tracker_ts }) => Date.parse(tracker_ts) < last!.until.epochMilliseconds)).toBe(true)
    expect((await member.call(members.readOwnMember, {})).member?.last_night).toMatchObject({ date, time_in_bed: 18 })
    expect((await member.call(members.totalSleepSessions, of(member))).items[0]!.sleep_count).toBe(1)
  })

  it('end at noon, not before [EA-7]', () => {
    const last = (at: string) => finishedNights('Europe/London', 1, Temporal.Instant.from(at))[0]!.day.toString()
    expect(
      ['2026-11-20T11:59:59Z', '2026-11-20T12:00:00Z', '2026-11-20T18:30:00Z', '2026-11-21T03:00:00Z'].map(last),
    ).toEqual([...['2026-11-18', '2026-11-19', '2026-11-19', '2026-11-19']])
  })

  it('are told in numbers against those before [EA-7]', async () => {
    const { member, bed } = await household()
    const nights = finishedNights('UTC', 5)
    expect((await member.call(members.readOwnNights, {})).summary).toBeNull()
    /** in bed from 22:00 for some hours, otherwise up */
    const sleep = async ({ since }: { since: Temporal.Instant }, hours: number, rr: number) => {
      await writeMinutes(portal, bed, since, 240, 16, false)
      await writeMinutes(portal, bed, since.add({ hours: 4 }), hours * 60, rr)
      await writeMinutes(portal, bed, since.add({ hours: 4 + hours }), (14 - hours) * 60, 16, false)
    }
    await sleep(nights[0]!, 6, 15)
    expect((await member.call(members.readOwnNights, {})).summary).toEqual({
      ...{ date: nights[0]!.day.toString(), hours_measured: 18, hours: 18 },
      in_bed: { hours: 6, usual: null, compared: null },
      ups: { times: 0, usual: null, compared: null },
      rate: { mean: 15, usual: null, compared: null },
    })
    for (const night of nights.slice(1)) await sleep(night, 8, 15)
    expect((await member.call(members.readOwnNights, {})).summary).toMatchObject({
      in_bed: { hours: 6, usual: 8, compared: 'less' },
      ups: { times: 0, usual: 0, compared: 'usual' },
      rate: { mean: 15, usual: { low: 14, high: 16 }, compared: 'usual' },
    })
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
    const { items, pagination } = await member.call(members.listLinkedProviders, {})
    expect(pagination).toEqual({ page: 1, page_size: 3, total_records: 3 })
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
  const mailsTo = (email: string) =>
    portal.owner.selectFrom('deliveries').selectAll().where('recipient', '=', email).execute()

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
