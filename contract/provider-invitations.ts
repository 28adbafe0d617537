import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, newOf, noAnswer } from './fields.ts'
import { receivedInvitation } from './member-shapes.ts'
import { providerFields } from './members.fields.ts'

/** Members invite providers to look at their nights (EA-7); the other way round is in `members.ts`. */

const path = '/virtualclinic-temp/v1/providerInvitations'

/** Days for which an invitation, also a member's, can be accepted and a password link in it works. */
export const invitationDays = 7

export const inviteProvider = call({
  name: 'inviteProvider',
  method: 'POST',
  path,
  access: access.signedIn,
  fresh: true,
  summary: m.member_invite_provider_call(),
  input: z.object(newOf(providerFields)),
  output: noAnswer,
})

export const listProviderInvitations = call({
  name: 'listProviderInvitations',
  method: 'GET',
  path,
  access: access.signedIn,
  summary: m.member_provider_invitations_call(),
  input: z.object({}),
  output: z.object({
    sent: z.array(z.object({ email: z.string(), invited_at: instant, expires_at: instant })),
    /** for callers who look after members */
    received: z.array(receivedInvitation),
  }),
})

export const withdrawProviderInvitation = call({
  name: 'withdrawProviderInvitation',
  method: 'POST',
  path: `${path}/withdraw`,
  access: access.signedIn,
  summary: m.member_withdraw_invitation_call(),
  input: z.object(newOf(providerFields)),
  output: noAnswer,
})

export const answerProviderInvitation = call({
  name: 'answerProviderInvitation',
  method: 'POST',
  path: `${path}/answer`,
  access: access.managers,
  summary: m.member_answer_provider_call(),
  input: z.object({ user_uid: id, accept: z.boolean() }),
  output: noAnswer,
})

export const providerInvitationCalls = [
  inviteProvider,
  listProviderInvitations,
  withdrawProviderInvitation,
  answerProviderInvitation,
]
