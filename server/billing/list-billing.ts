import type { listBilling as declaration } from '@eupnea/contract/billing.ts'
import type { BillingThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { billResidents } from './bill-residents.ts'
import { billingPeriod, periodAnswer } from './billing-period.ts'

/** Residents of a clinic with their minutes in a period (BI-1). @throws 404, 422 for an invalid period */
export const listBilling =
  (thresholds: BillingThresholds): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { clinic_id, ...chosen } = input
    const { tz } = await clinicOf(ctx, clinic_id)
    const period = billingPeriod(chosen, tz)
    const list = await billResidents(ctx, clinic_id, period, chosen, thresholds)
    const { start, end } = periodAnswer(period)
    await recordAudit(ctx, {
      act: 'billing.list',
      clinic_id,
      detail: { start, end, page: input.page, shown: list.items.length },
    })
    return list
  }
