import type { listLinkedProviders as declaration } from '@eupnea/contract/members.ts'
import { wholeList } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { findMember } from './member-answer.ts'
import { providerAnswers } from './provider-answer.ts'

/** Providers linked to a member, or to the caller (ME-2). @throws 404 */
export const listLinkedProviders: Verb<typeof declaration> = async ({ ctx, input }) => {
  const own = userOf(ctx).id
  if (input.user_uid !== undefined && input.user_uid !== own) await findMember(ctx, input.user_uid)
  return wholeList(await providerAnswers(ctx, input.user_uid ?? own))
}
