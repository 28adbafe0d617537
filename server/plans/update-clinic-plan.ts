import { isDeepStrictEqual } from 'node:util'
import type { updateClinicPlan as declaration } from '@eupnea/contract/plans.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { authorOf } from './author-of.ts'
import { changedPlan } from './changed-plan.ts'
import { clinicPlanAnswer } from './plan-answer.ts'
import { insertPlan, lockPlans } from './plans.sql.ts'

/**
 * A new version of the facility's plan; fields left out keep their values (PL-1). Nothing is written when nothing changes.
 * @throws 404, 422 for limits out of order
 */
export const updateClinicPlan: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  await lockPlans(ctx, clinic_id)
  const held = await clinicPlanAnswer(ctx, clinic_id)
  const { versions: _versions, reason: before, review_on: _review, valid_from: _from, by: _by, ...values } = held
  const plan = changedPlan(values, input)
  const reason = input.reason ?? before
  if (isDeepStrictEqual(plan, values) && reason === before) return held
  await insertPlan(ctx, { clinic_id, resident_id: null, plan, reason, review_on: null, ...authorOf(ctx) })
  await recordAudit(ctx, {
    act: 'plan.update-default',
    clinic_id,
    changes: changesOf({ ...values, reason: before }, { ...plan, reason }),
  })
  await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id })
  await ctx.emit({ type: 'changed', noun: 'devices', clinic_id })
  return clinicPlanAnswer(ctx, clinic_id)
}
