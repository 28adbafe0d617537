import * as calls from '@eupnea/contract/members.ts'
import { type Route, route, runAs } from '../platform/route.ts'
import type { Sessions } from '../sessions/index.ts'
import { answerMemberInvitation } from './answer-member-invitation.ts'
import { answerProviderInvitation } from './answer-provider-invitation.ts'
import { assignMember } from './assign-member.ts'
import { inviteMember } from './invite-member.ts'
import { inviteProvider } from './invite-provider.ts'
import { linkMemberResident } from './link-member-resident.ts'
import { listActiveMembers } from './list-active-members.ts'
import { listLinkedProviders } from './list-linked-providers.ts'
import { listMemberInvitations } from './list-member-invitations.ts'
import { listMemberNights } from './list-member-nights.ts'
import { listMembers } from './list-members.ts'
import { listOwnNights } from './list-own-nights.ts'
import { listProviderInvitations } from './list-provider-invitations.ts'
import { listSharedMembers } from './list-shared-members.ts'
import { memberDetail } from './member-detail.ts'
import { readOwnMember } from './read-own-member.ts'
import { readOwnNights } from './read-own-nights.ts'
import { readOwnRespiration } from './read-own-respiration.ts'
import { revokeProvider } from './revoke-provider.ts'
import { shareMember } from './share-member.ts'
import { totalSleepSessions } from './total-sleep-sessions.ts'
import { unlinkProvider } from './unlink-provider.ts'
import { withdrawProviderInvitation } from './withdraw-provider-invitation.ts'

/**
 * @param sessions mails links for choosing a password
 * @param baseUrl the portal's public address
 */
export const memberRoutes = (sessions: Pick<Sessions, 'sendSetPassword'>, baseUrl: () => string): readonly Route[] => [
  route(calls.memberDetail, memberDetail),
  route(calls.listMembers, listMembers),
  route(calls.listSharedMembers, listSharedMembers),
  route(calls.listActiveMembers, listActiveMembers),
  route(calls.totalSleepSessions, totalSleepSessions),
  ...runAs(
    'identity',
    route(calls.shareMember, shareMember, 201),
    route(calls.assignMember, assignMember, 201),
    route(calls.revokeProvider, revokeProvider),
  ),
  route(calls.listLinkedProviders, listLinkedProviders),
  ...runAs(
    'identity',
    route(calls.unlinkProvider, unlinkProvider),
    route(calls.inviteMember, inviteMember(sessions, baseUrl), 201),
  ),
  route(calls.listMemberInvitations, listMemberInvitations),
  ...runAs(
    'identity',
    route(calls.answerMemberInvitation, answerMemberInvitation),
    route(calls.inviteProvider, inviteProvider(baseUrl), 201),
    route(calls.withdrawProviderInvitation, withdrawProviderInvitation),
    route(calls.answerProviderInvitation, answerProviderInvitation),
    route(calls.linkMemberResident, linkMemberResident),
  ),
  route(calls.listProviderInvitations, listProviderInvitations),
  route(calls.readOwnMember, readOwnMember),
  route(calls.listOwnNights, listOwnNights),
  route(calls.readOwnNights, readOwnNights),
  route(calls.readOwnRespiration, readOwnRespiration),
  route(calls.listMemberNights, listMemberNights),
]
