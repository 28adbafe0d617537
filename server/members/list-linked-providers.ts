import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listLinkedProviders as declaration } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { wholeList } from '../platform/paging.ts'
import { userOf } from '../sessions/index.ts'
import { findMember } from './member-answer.ts'
import { providerAnswers } from './provider-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Providers linked to a member, or to the caller (ME-2). @throws 404 */
export async function listLinkedProviders({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const own = userOf(ctx).id
  if (input.user_uid !== undefined && input.user_uid !== own) await findMember(ctx, input.user_uid)
  return wholeList(await providerAnswers(ctx, input.user_uid ?? own))
}
