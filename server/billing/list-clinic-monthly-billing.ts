import type { listClinicMonthlyBilling as declaration } from '@eupnea/contract/billing.ts'
import type { BillingThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { billResidents } from './bill-residents.ts'
import { billingPeriod, presentMonth } from './billing-period.ts'

/** The same for a calendar month of the clinic (BI-1). @throws 404 */
export const listClinicMonthlyBilling =
  (thresholds: BillingThresholds): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { clinic_id, ...chosen } = input
    const { tz } = await clinicOf(ctx, clinic_id)
    const month = input.month ?? presentMonth(tz)
    const list = await billResidents(ctx, clinic_id, billingPeriod({ month }, tz), chosen, thresholds)
    await recordAudit(ctx, {
      act: 'billing.list-month',
      clinic_id,
      detail: { month, page: input.page, shown: list.items.length },
    })
    return list
  }
