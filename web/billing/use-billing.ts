import { type BillingList, type billingSorts, listBilling, listClinicMonthlyBilling } from '@eupnea/contract/billing.ts'
import { billingCodes, billingPeriodDays } from '@eupnea/contract/rules/billing-code.ts'
import { useCall } from '../shared/api.ts'
import type { TableView } from '../shared/table/table-view.ts'
import { dayLater } from './calendar-weeks.ts'

export interface BillingChoice {
  readonly clinic_id: string
  /** YYYY-MM; with `start` 30 days from that day instead */
  readonly month: string
  readonly start: string | null
  readonly code: string | undefined
  readonly search: string
  readonly view: TableView
}

export const endOf = (start: string): string => dayLater(start, billingPeriodDays - 1)

export const codes = [...billingCodes, 'none'] as const

/** The list for a month or 30 days, and the same list in full for CSV. */
export function useBilling({ clinic_id, month, start, code, search, view }: BillingChoice) {
  const chosenCode = codes.find((one) => one === code)
  const common = {
    clinic_id,
    sort: view.sort as (typeof billingSorts)[number],
    order: view.order,
    ...(search && { search }),
    ...(chosenCode && { code: chosenCode }),
  }
  const page = { page: view.page, page_size: view.pageSize }
  const ofMonth = { ...common, month }
  const ofDays = { ...common, ...(start !== null && { start, end: endOf(start) }) }
  const keep = { placeholderData: (before: BillingList | undefined) => before }
  const monthly = useCall(listClinicMonthlyBilling, { ...ofMonth, ...page }, { ...keep, enabled: start === null })
  const days = useCall(listBilling, { ...ofDays, ...page }, { ...keep, enabled: start !== null })
  return start === null
    ? { query: monthly, csv: { call: listClinicMonthlyBilling, input: ofMonth } }
    : { query: days, csv: { call: listBilling, input: ofDays } }
}
