import type { readUser as declaration } from '@eupnea/contract/users.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { userAnswer } from './user-answer.ts'

/** One user (US-3); of members and home health patients it holds health data (DO-3). @throws 404 */
export const readUser: Verb<typeof declaration> = async ({ ctx, input: { user_id } }) => {
  const answer = await userAnswer(ctx, user_id)
  await recordAuditOncePer(ctx, 60, { act: 'user.read', detail: { user_id } })
  return answer
}
