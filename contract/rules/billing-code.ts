/** The 30-day rule of billing (BI-2). */

export const billingCodes = ['99445', '99454'] as const
export type BillingCode = (typeof billingCodes)[number]

/** Days over which a code is counted. */
export const billingPeriodDays = 30

/** The longest period that can have a code: a month. */
const longestCodedDays = 31

/** Minimum days with a valid minute for each code. */
export interface BillingThresholds {
  readonly shortDays: number
  readonly longDays: number
}

/** Unless the portal is configured otherwise (BILLING_SHORT_DAYS, BILLING_LONG_DAYS). */
export const usualThresholds: BillingThresholds = { shortDays: 2, longDays: 16 }

/** @param days with a valid minute, in 30 days; one code or none, never both */
export function codeOfDays(days: number, { shortDays, longDays }: BillingThresholds): BillingCode | null {
  if (days >= longDays) return '99454'
  return days >= shortDays ? '99445' : null
}

/**
 * The code of a period of up to a month, judged by the 30 days in it with the most valid ones, so that a 31st day never
 * earns a code that no 30 days do. None for a longer period, which could have several.
 * @param isValid whether each day of the period has a valid minute, oldest first
 */
export function codeOfPeriod(isValid: readonly boolean[], thresholds: BillingThresholds): BillingCode | null {
  if (isValid.length > longestCodedDays) return null
  const countFrom = (first: number) => isValid.slice(first, first + billingPeriodDays).filter(Boolean).length
  const starts = Math.max(1, isValid.length - billingPeriodDays + 1)
  return codeOfDays(Math.max(...Array.from({ length: starts }, (_, first) => countFrom(first))), thresholds)
}
