import type { CallOutput } from '@eupnea/contract/call.ts'
import type { Plan, PlanVersion, ResidentPlan, readClinicPlan } from '@eupnea/contract/plans.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { baselineMinimumMinutes } from '@eupnea/contract/rules/r-score.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { planOfRow } from './plan-row.ts'
import { type PlanRow, selectUsual, selectVersions } from './plans.sql.ts'

/** What is answered of plans. */

const versionOf = (row: PlanRow): PlanVersion => ({
  version_id: String(row.id),
  plan: row.is_default ? null : planOfRow(row),
  reason: row.reason,
  review_on: row.review_on,
  valid_from: row.valid_from.toString(),
  by: row.written_name,
})

/** @param row the newest version; undefined: nobody has written one */
function planAnswer(row: PlanRow | undefined): Plan {
  if (!row) return { ...defaultPlan, reason: '', review_on: null, valid_from: null, by: null }
  const { reason, review_on, valid_from, by } = versionOf(row)
  return { ...planOfRow(row), reason, review_on, valid_from, by }
}

/** The facility's plan with its versions. */
export async function clinicPlanAnswer(ctx: Ctx, clinic_id: string): Promise<CallOutput<typeof readClinicPlan>> {
  const rows = await selectVersions(ctx, { clinic_id, resident_id: null })
  return { ...planAnswer(rows[0]), versions: rows.map(versionOf) }
}

/** The resident's plan with its versions, what would hold without it, and what is usual for them. */
export async function residentPlanAnswer(
  ctx: Ctx,
  { resident_id, clinic_id }: { readonly resident_id: string; readonly clinic_id: string },
): Promise<ResidentPlan> {
  const rows = await selectVersions(ctx, { clinic_id, resident_id })
  const [facilitys] = await selectVersions(ctx, { clinic_id, resident_id: null })
  const usual = await selectUsual(ctx, resident_id)
  const is_own = rows[0]?.is_default === false
  const clinic_plan = planAnswer(facilitys)
  const plan = is_own ? planAnswer(rows[0]) : clinic_plan
  return {
    patient_id: resident_id,
    clinic_id,
    plan,
    is_own,
    is_review_due: is_own && plan.review_on !== null && plan.review_on <= (await todayOf(ctx, clinic_id)),
    clinic_plan,
    usual: usual && usual.minutes >= baselineMinimumMinutes ? usual : null,
    versions: rows.map(versionOf),
  }
}

/** YYYY-MM-DD by the facility's clock. */
export async function todayOf(ctx: Ctx, clinic_id: string): Promise<string> {
  const { tz } = await clinicOf(ctx, clinic_id)
  return Temporal.Now.plainDateISO(tz).toString()
}
