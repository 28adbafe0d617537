import type { listPlanReviews as declaration } from '@eupnea/contract/plans.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { todayOf } from './plan-answer.ts'
import { selectDueReviews } from './plans.sql.ts'

/** Active residents of a facility whose own plan is due for review (PL-4). @throws 404 */
export const listPlanReviews: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const today = await todayOf(ctx, clinic_id)
  const { rows, ...total } = await selectDueReviews(ctx, { clinic_id, today }, pageOf(input))
  await recordAudit(ctx, { act: 'plan.list-reviews', clinic_id, detail: { page: input.page, shown: rows.length } })
  return {
    items: rows.map(({ resident_id, ...row }) => ({ patient_id: resident_id, ...row })),
    pagination: paginationOf(input, total),
  }
}
