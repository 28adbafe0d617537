import type { readResidentPlan as declaration } from '@eupnea/contract/plans.ts'
import { recordAudit } from '../audit/index.ts'
import { linkedResident } from '../devices/index.ts'
import type { Verb } from '../platform/route.ts'
import { residentPlanAnswer } from './plan-answer.ts'

/** What a resident is judged by, with its versions and what is usual for them (PL-1). @throws 404 */
export const readResidentPlan: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  await recordAudit(ctx, { act: 'plan.read', clinic_id, resident_id })
  return residentPlanAnswer(ctx, resident)
}
