import type { listBillingDays as declaration } from '@eupnea/contract/billing.ts'
import { type BillingThresholds, codeOfPeriod } from '@eupnea/contract/rules/billing-code.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { selectLeaves } from '../leaves/index.ts'
import { notFound } from '../platform/errors.ts'
import { earlier, overlap } from '../platform/period.ts'
import type { Verb } from '../platform/route.ts'
import { selectClinicOfResident } from './billing.sql.ts'
import { billingPeriod, periodAnswer } from './billing-period.ts'
import { countMonitored } from './count-monitored.ts'

/** Each day of a period with the resident's minutes (BI-3). @throws 404, 422 for an invalid period */
export const listBillingDays =
  (thresholds: BillingThresholds): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { patient_id } = input
    const clinic_id = await selectClinicOfResident(ctx, patient_id)
    if (clinic_id === undefined) throw notFound('resident')
    const period = billingPeriod(input, (await clinicOf(ctx, clinic_id)).tz)
    const monitored = (await countMonitored(ctx, clinic_id, period.days, patient_id)).get(patient_id)
    const until = earlier(period.days.at(-1)!.until, Temporal.Now.instant())
    const leaves = await selectLeaves(ctx, clinic_id, { since: period.days[0]!.since, until }, patient_id)
    const items = period.days.map(({ date, ...day }, index) => ({
      date,
      dataPoints: monitored?.n[index] ?? 0,
      validDataPoints: monitored?.n_rr[index] ?? 0,
      is_on_leave: leaves.some((leave) => overlap(leave, day)),
    }))
    const isValid = items.map(({ validDataPoints }) => validDataPoints > 0)
    const { start, end } = periodAnswer(period)
    await recordAudit(ctx, { act: 'billing.read-days', clinic_id, resident_id: patient_id, detail: { start, end } })
    return {
      items,
      period: periodAnswer(period),
      n_days: isValid.filter(Boolean).length,
      cptCode: codeOfPeriod(isValid, thresholds),
    }
  }
