import { type searchUsers as declaration, mostFound } from '@eupnea/contract/search.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { wordsOf } from '../platform/text-search.ts'
import { findUsers } from '../users/index.ts'

/** The first users whose name or e-mail address has all these words, among those the caller may see (EA-1). */
export const searchUsers: Verb<typeof declaration> = async ({ ctx, input }) => {
  const users = await findUsers(ctx, wordsOf(input.text), mostFound)
  if (users.length > 0) await recordAuditOncePer(ctx, 5, { act: 'user.search', clinic_id: null })
  return { users }
}
