import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readUser as declaration } from '@eupnea/contract/users.ts'
import type { Ctx } from '../platform/context.ts'
import { userAnswer } from './user-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One user (US-3). @throws 404 */
export const readUser = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  userAnswer(ctx, input.user_id)
