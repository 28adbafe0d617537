import * as calls from '@eupnea/contract/billing.ts'
import type { BillingThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { type Route, route } from '../platform/route.ts'
import { listBilling } from './list-billing.ts'
import { listBillingDays } from './list-billing-days.ts'
import { listClinicMonthlyBilling } from './list-clinic-monthly-billing.ts'

export const billingRoutes = (thresholds: BillingThresholds): readonly Route[] => [
  route(calls.listBilling, listBilling(thresholds)),
  route(calls.listClinicMonthlyBilling, listClinicMonthlyBilling(thresholds)),
  route(calls.listBillingDays, listBillingDays(thresholds)),
]
