import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, listOf, newOf, noAnswer, paging, queryInteger, search } from './fields.ts'
import { invitation, linkedProvider, member, night, nightSummary, sessionHours } from './member-shapes.ts'
import { invitedFields, providerFields } from './members.fields.ts'
import { night as nightPicture, usual } from './nights.ts'
import { providerInvitationCalls } from './provider-invitations.ts'
import { respirationPoint } from './reports.ts'

export * from './member-shapes.ts'
export * from './provider-invitations.ts'

const base = '/virtualclinic-temp/v1'

/** Who looks after members; administrators see all of them, others those linked to them. */
const ofProviders = access.managers

export const memberDetail = call({
  name: 'memberDetail',
  method: 'GET',
  path: `${base}/memberDetail`,
  access: access.signedIn,
  summary: m.member_read_call(),
  input: z.object({ user_uid: id }),
  output: member.extend({ providers: z.array(linkedProvider) }),
})
export type MemberDetail = z.output<typeof memberDetail.output>

const listInput = z.object({
  /** only members assigned to this provider; callers who don't see every member may name only themselves */
  admin_id: id.optional(),
  /** only members shared with this provider; likewise */
  coach_id: id.optional(),
  name: search,
  ...paging,
})

export const listMembers = call({
  name: 'listMembers',
  method: 'GET',
  path: `${base}/memberList`,
  access: ofProviders,
  summary: m.member_list_call(),
  input: listInput,
  output: listOf(member),
})

export const listSharedMembers = call({
  name: 'listSharedMembers',
  method: 'GET',
  path: `${base}/sharedMemberList`,
  access: ofProviders,
  summary: m.member_list_shared_call(),
  input: listInput.omit({ admin_id: true }),
  output: listOf(member),
})

export const listActiveMembers = call({
  name: 'listActiveMembers',
  method: 'GET',
  path: `${base}/activeMemberList`,
  access: ofProviders,
  summary: m.member_list_active_call(),
  input: listInput,
  output: listOf(member),
})

export const totalSleepSessions = call({
  name: 'totalSleepSessions',
  method: 'GET',
  path: `${base}/totalSleepSessions`,
  access: access.signedIn,
  summary: m.member_sessions_call({ hours: sessionHours }),
  input: z.object({ user_uid: id }),
  output: z.object({ items: z.array(z.object({ user_uid: z.string(), sleep_count: z.number() })) }),
})

const memberAndProvider = z.object({ user_uid: id, ...newOf(providerFields) })

export const shareMember = call({
  name: 'shareMember',
  method: 'POST',
  path: `${base}/shareMember`,
  access: ofProviders,
  fresh: true,
  summary: m.member_share_call(),
  input: memberAndProvider,
  output: linkedProvider,
})

export const assignMember = call({
  name: 'assignMember',
  method: 'POST',
  path: `${base}/assignMember`,
  access: ofProviders,
  fresh: true,
  summary: m.member_assign_call(),
  input: memberAndProvider,
  output: linkedProvider,
})

export const revokeProvider = call({
  name: 'revokeProvider',
  method: 'POST',
  path: `${base}/revokeProvider`,
  access: ofProviders,
  summary: m.member_revoke_call(),
  input: z.object({ user_uid: id, provider_id: id }),
  output: noAnswer,
})

export const listLinkedProviders = call({
  name: 'listLinkedProviders',
  method: 'GET',
  path: `${base}/linkedProviders`,
  access: access.signedIn,
  summary: m.member_providers_call(),
  input: z.object({ user_uid: id.optional() }),
  output: listOf(linkedProvider),
})

export const unlinkProvider = call({
  name: 'unlinkProvider',
  method: 'POST',
  path: `${base}/unlinkProvider`,
  access: access.signedIn,
  summary: m.member_unlink_provider_call(),
  input: z.object({ provider_id: id }),
  output: noAnswer,
})

export const inviteMember = call({
  name: 'inviteMember',
  method: 'POST',
  path: `${base}/inviteMember`,
  access: ofProviders,
  summary: m.member_invite_call(),
  input: z.object(newOf(invitedFields)),
  output: noAnswer,
})

export const listMemberInvitations = call({
  name: 'listMemberInvitations',
  method: 'GET',
  path: `${base}/memberInvitations`,
  access: access.signedIn,
  summary: m.member_invitations_call(),
  input: z.object({}),
  output: z.object({ sent: z.array(invitation), received: z.array(invitation) }),
})

export const answerMemberInvitation = call({
  name: 'answerMemberInvitation',
  method: 'POST',
  path: `${base}/memberInvitations/answer`,
  access: access.signedIn,
  summary: m.member_answer_call(),
  input: z.object({ provider_id: id, accept: z.boolean() }),
  output: noAnswer,
})

export const linkMemberResident = call({
  name: 'linkMemberResident',
  method: 'PUT',
  path: `${base}/memberResident`,
  access: access.admin,
  fresh: true,
  summary: m.member_link_resident_call(),
  input: z.object({ user_uid: id, patient_id: id.nullable() }),
  output: member,
})

export const readOwnMember = call({
  name: 'readOwnMember',
  method: 'GET',
  path: '/members/me',
  access: access.signedIn,
  summary: m.member_read_own_call(),
  input: z.object({}),
  output: z.object({ member: member.nullable() }),
})

const nights = z.object({
  items: z.array(night),
  timezone: z.string(),
  /** date of the newest night that is over, YYYY-MM-DD, whether or not anything was measured */
  last: z.string(),
})

export const listOwnNights = call({
  name: 'listOwnNights',
  method: 'GET',
  path: '/members/me/nights',
  access: access.signedIn,
  summary: m.member_own_nights_call(),
  input: z.object({ days: queryInteger(1, 92).prefault(14) }),
  output: nights,
})

export const readOwnNights = call({
  name: 'readOwnNights',
  method: 'GET',
  path: '/members/me/night-cells',
  access: access.signedIn,
  summary: m.member_own_night_cells_call(),
  input: z.object({ nights: queryInteger(1, 31).prefault(14) }),
  output: z.object({
    timezone: z.string(),
    /** of the member, from the nights before the newest */
    usual,
    /** of the newest night that is over; null if nothing was measured */
    summary: nightSummary.nullable(),
    /** newest first; all of them are over */
    items: z.array(nightPicture),
  }),
})

export const readOwnRespiration = call({
  name: 'readOwnRespiration',
  method: 'GET',
  path: '/members/me/respiration',
  access: access.signedIn,
  summary: m.member_own_respiration_call(),
  input: z.object({}),
  output: z.object({
    /** the newest night that is over: the day on whose evening it began, YYYY-MM-DD, and [from, until) */
    date: z.string(),
    from: instant,
    until: instant,
    items: z.array(respirationPoint.omit({ dist_rr_avg: true })),
    timezone: z.string(),
  }),
})

export const listMemberNights = call({
  name: 'listMemberNights',
  method: 'GET',
  path: `${base}/memberNights`,
  access: ofProviders,
  summary: m.member_nights_call(),
  input: z.object({ user_uid: id, days: queryInteger(1, 92).prefault(14) }),
  output: nights,
})

export const memberCalls = [
  memberDetail,
  listMembers,
  listSharedMembers,
  listActiveMembers,
  totalSleepSessions,
  shareMember,
  assignMember,
  revokeProvider,
  listLinkedProviders,
  unlinkProvider,
  inviteMember,
  listMemberInvitations,
  answerMemberInvitation,
  ...providerInvitationCalls,
  linkMemberResident,
  readOwnMember,
  listOwnNights,
  readOwnNights,
  readOwnRespiration,
  listMemberNights,
]
