import type { readClinicPlan as declaration } from '@eupnea/contract/plans.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { clinicPlanAnswer } from './plan-answer.ts'

/** The plan that a facility's residents go by, with its versions (PL-1). @throws 404 */
export const readClinicPlan: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = await clinicOf(ctx, input.clinic_id)
  return clinicPlanAnswer(ctx, id)
}
