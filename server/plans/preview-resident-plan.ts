import { type previewResidentPlan as declaration, previewDays } from '@eupnea/contract/plans.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { linkedResident } from '../devices/index.ts'
import type { Verb } from '../platform/route.ts'
import { changedPlan } from './changed-plan.ts'
import { countEpisodes } from './count-episodes.ts'
import { residentPlanAnswer } from './plan-answer.ts'
import { selectMinuteAverages } from './plans.sql.ts'

/** Asked with each change of a form: one entry for a while of trying. */
const auditMinutes = 10

/**
 * How many notifications the plan in force would have raised in the last 14 days, and how many this one, from the stored
 * minutes (PL-1). @throws 404, 422 for limits out of order
 */
export const previewResidentPlan: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  const { plan } = await residentPlanAnswer(ctx, resident)
  const given = changedPlan(plan, input)
  const since = Temporal.Now.instant().subtract({ hours: previewDays * 24 })
  const minutes = await selectMinuteAverages(ctx, resident_id, since)
  await recordAuditOncePer(ctx, auditMinutes, { act: 'plan.preview', clinic_id, resident_id })
  return {
    days: previewDays,
    minutes: minutes.filter(({ avg }) => avg !== null).length,
    now: countEpisodes(minutes, plan),
    given: countEpisodes(minutes, given),
  }
}
