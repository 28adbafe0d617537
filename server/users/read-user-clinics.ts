import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readUserClinics as declaration } from '@eupnea/contract/users.ts'
import type { Ctx } from '../platform/context.ts'
import { userAnswer } from './user-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Clinics that a user may see (US-3). @throws 404 */
export async function readUserClinics({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { clinic_ids, clinic_list } = await userAnswer(ctx, input.user_id)
  return { clinic_ids, clinic_list }
}
