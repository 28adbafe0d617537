import type { BillingItem } from '@eupnea/contract/billing.ts'

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `March 2026` of `2026-03`. */
export const monthText = (month: string): string => months.format(new Date(`${month}-01`))

/** What a CPT code says, or that none holds. */
export const codeText = (code: BillingItem['cptCode']): string => code ?? 'None'

export const nameOf = ({ resident_name }: BillingItem): string => resident_name
