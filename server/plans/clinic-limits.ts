import { defaultPlan, limitsOf, type RateLimits } from '@eupnea/contract/rules/plan.ts'
import type { Ctx } from '../platform/context.ts'
import { planOfRow } from './plan-row.ts'
import { selectClinicVersion } from './plans.sql.ts'

/** The limits that a facility's residents go by who have none of their own (PL-2). */
export async function clinicLimits(ctx: Ctx, clinic_id: string): Promise<RateLimits> {
  const row = await selectClinicVersion(ctx, clinic_id)
  return limitsOf(row ? planOfRow(row) : defaultPlan)
}
