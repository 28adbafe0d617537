import * as members from '@eupnea/contract/members.ts'
import { setUserStatus, updateUser } from '@eupnea/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInClient, TestHttp } from '../../tests/kit/portal.ts'
import { ids, of, peopleOf, startPortal } from './household.fixture.ts'

/** Who sees which members, and by which links. */

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const { asMember, asProvider, household } = peopleOf(() => ({ portal, admin }))

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
