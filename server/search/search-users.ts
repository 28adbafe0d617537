import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { type searchUsers as declaration, mostFound } from '@eupnea/contract/search.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { wordsOf } from '../platform/text-search.ts'
import { findUsers } from '../users/index.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** The first users whose name or e-mail address has all these words, among those the caller may see (EA-1). */
export async function searchUsers({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const users = await findUsers(ctx, wordsOf(input.text), mostFound)
  if (users.length > 0) await recordAuditOncePer(ctx, 5, { act: 'user.search', clinic_id: null })
  return { users }
}
