import type { answerMemberInvitation as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { putProvider, takeInvitation } from './links.sql.ts'
import { findMember } from './member-answer.ts'
import { isProvider } from './member-rights.ts'

/**
 * As a member, accepts or declines a Provider (ME-2).
 * @throws 404 when there is no invitation, it has expired, its sender is disabled or no longer a Provider, or the
 * caller isn't a member
 */
export const answerMemberInvitation: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { provider_id, accept } = input
  const { user_id: member_id } = await findMember(ctx, userOf(ctx).id)
  // Locks the Provider before the invitation, in the same order as changes to the Provider do.
  if (accept && !(await isProvider(ctx, provider_id))) throw notFound('invitation')
  if (!(await takeInvitation(ctx, member_id, provider_id))) throw notFound('invitation')
  if (accept) await putProvider(ctx, { member_id, provider_id, kind: 'admin' })
  await recordAudit(ctx, {
    act: accept ? 'member.accept-invitation' : 'member.decline-invitation',
    detail: { user_id: member_id, provider_id },
  })
  return {}
}
