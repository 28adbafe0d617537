import type { BillingItem } from '@eupnea/contract/billing.ts'
import { m } from '@eupnea/texts'
import { locale } from '@eupnea/texts/locale.ts'

const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-03` → `March 2026`. */
export const monthText = (month: string): string => months.format(new Date(`${month}-01`))

/** What a CPT code is called, or that there is none. */
export const codeText = (code: BillingItem['cptCode']): string => code ?? m.billing_code_none()

export const billedName = ({ resident_name }: BillingItem): string => resident_name
