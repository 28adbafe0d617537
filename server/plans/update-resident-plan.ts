import { isDeepStrictEqual } from 'node:util'
import type { updateResidentPlan as declaration } from '@eupnea/contract/plans.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { linkedResident, tellLinkedResident } from '../devices/index.ts'
import type { Verb } from '../platform/route.ts'
import { authorOf } from './author-of.ts'
import { changedPlan } from './changed-plan.ts'
import { residentPlanAnswer } from './plan-answer.ts'
import { insertPlan, lockPlans } from './plans.sql.ts'

/**
 * A new version of the resident's own plan; fields left out keep their values, which were the facility's before the first
 * (PL-1). Nothing is written when nothing changes.
 * @throws 404, 422 for limits out of order
 */
export const updateResidentPlan: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  await lockPlans(ctx, resident_id)
  const held = await residentPlanAnswer(ctx, resident)
  const { reason, review_on, valid_from: _from, by: _by, ...values } = held.plan
  // Why the facility has its limits is no reason for somebody's own.
  const before = { ...values, ...(held.is_own ? { reason, review_on } : { reason: '', review_on: null }) }
  const after = {
    ...changedPlan(values, input),
    reason: input.reason ?? before.reason,
    review_on: input.review_on === undefined ? before.review_on : input.review_on,
  }
  if (held.is_own && isDeepStrictEqual(after, before)) {
    await recordAudit(ctx, { act: 'plan.read', clinic_id, resident_id })
    return held
  }
  const { reason: why, review_on: when, ...plan } = after
  await insertPlan(ctx, { clinic_id, resident_id, plan, reason: why, review_on: when, ...authorOf(ctx) })
  await recordAudit(ctx, { act: 'plan.update', clinic_id, resident_id, changes: changesOf(before, after) })
  await tellLinkedResident(ctx, resident)
  return residentPlanAnswer(ctx, resident)
}
