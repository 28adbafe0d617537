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

/** The list of a month, or of 30 days. */
export function useBilling({ clinic_id, month, start, code, search, view }: BillingChoice) {
  const chosenCode = codes.find((one) => one === code)
  const common = {
    clinic_id,
    page: view.page,
    page_size: view.pageSize,
    sort: view.sort as (typeof billingSorts)[number],
    order: view.order,
    ...(search && { search }),
    ...(chosenCode && { code: chosenCode }),
  }
  const keep = { placeholderData: (before: BillingList | undefined) => before }
  const monthly = useCall(listClinicMonthlyBilling, { ...common, month }, { ...keep, enabled: start === null })
  const days = useCall(
    listBilling,
    { ...common, ...(start !== null && { start, end: endOf(start) }) },
    { ...keep, enabled: start !== null },
  )
  return start === null ? monthly : days
}
