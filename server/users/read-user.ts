import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readUser as declaration } from '@eupnea/contract/users.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { userAnswer } from './user-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One user (US-3); of members and home health patients it holds health data (DO-3). @throws 404 */
export async function readUser({ ctx, input: { user_id } }: Given): Promise<CallOutput<typeof declaration>> {
  const answer = await userAnswer(ctx, user_id)
  await recordAuditOncePer(ctx, 60, { act: 'user.read', detail: { user_id } })
  return answer
}
