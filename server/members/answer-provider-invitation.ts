import type { answerProviderInvitation as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { insertViewer, selectKinds } from './links.sql.ts'
import { isProvider } from './member-rights.ts'
import { endInvitation, selectReceived } from './provider-invitations.sql.ts'

/**
 * As a provider, accepts or declines a member's invitation; who accepts may only look (EA-7).
 * @throws 404 when there is none, it has expired or was taken back, the member's account is disabled, or the caller
 * doesn't look after members
 */
export const answerProviderInvitation: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: provider_id, email } = userOf(ctx)
  const { user_uid: member_id, accept } = input
  // Locks the provider first, in the same order as changes to them do.
  if (!(await isProvider(ctx, provider_id))) throw notFound('invitation')
  const isAsked = (await selectReceived(ctx, email)).some((invitation) => invitation.member_id === member_id)
  if (!isAsked) throw notFound('invitation')
  // Somebody who was assigned in the meantime stays so. The database lets others in only while they are invited.
  if (accept && !(await selectKinds(ctx, provider_id, [member_id])).has(member_id))
    await insertViewer(ctx, { member_id, provider_id })
  if (!(await endInvitation(ctx, member_id, email))) throw notFound('invitation')
  await recordAudit(ctx, {
    act: accept ? 'member.accept-provider-invitation' : 'member.decline-provider-invitation',
    detail: { user_id: member_id, provider_id },
  })
  return {}
}
