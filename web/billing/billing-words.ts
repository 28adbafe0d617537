import type { BillingItem } from '@eupnea/contract/billing.ts'
import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'

/** `March 2026` of `2026-03`. */
export const monthText = (month: string): string => pageFormats().month(month)

/** What a CPT code is called, or that there is none. */
export const codeText = (code: BillingItem['cptCode']): string => code ?? m.billing_code_none()

export const billedName = ({ resident_name }: BillingItem): string => resident_name
