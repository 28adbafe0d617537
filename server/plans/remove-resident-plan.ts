import type { removeResidentPlan as declaration } from '@eupnea/contract/plans.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { linkedResident, tellLinkedResident } from '../devices/index.ts'
import type { Verb } from '../platform/route.ts'
import { authorOf } from './author-of.ts'
import { residentPlanAnswer } from './plan-answer.ts'
import { insertPlan, lockPlans } from './plans.sql.ts'

/** The resident goes by the facility's plan again; their versions stay (PL-1). @throws 404 */
export const removeResidentPlan: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  await lockPlans(ctx, resident_id)
  const held = await residentPlanAnswer(ctx, resident)
  if (!held.is_own) {
    await recordAudit(ctx, { act: 'plan.read', clinic_id, resident_id })
    return held
  }
  await insertPlan(ctx, { clinic_id, resident_id, plan: null, reason: '', review_on: null, ...authorOf(ctx) })
  const after = await residentPlanAnswer(ctx, resident)
  const { by: _by, valid_from: _from, ...before } = held.plan
  await recordAudit(ctx, {
    act: 'plan.remove',
    clinic_id,
    resident_id,
    changes: changesOf(before, after.plan, Object.keys(before)),
  })
  await tellLinkedResident(ctx, resident)
  return after
}
