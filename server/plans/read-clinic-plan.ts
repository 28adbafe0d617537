import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readClinicPlan as declaration } from '@eupnea/contract/plans.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { clinicPlanAnswer } from './plan-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** The plan that a facility's residents go by, with its versions (PL-1). @throws 404 */
export async function readClinicPlan({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id } = await clinicOf(ctx, input.clinic_id)
  return clinicPlanAnswer(ctx, id)
}
