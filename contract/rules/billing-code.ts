/** The 30-day rule of billing (BI-2). */

export const billingCodes = ['99445', '99454'] as const
export type BillingCode = (typeof billingCodes)[number]

/** Days on which a code's period is counted. */
export const billingPeriodDays = 30

/** The longest period of which a code can be told: a month. */
const longestCodedDays = 31

/** From how many days with a valid minute on either code holds. */
export interface BillingThresholds {
  readonly shortDays: number
  readonly longDays: number
}

export const usualThresholds: BillingThresholds = { shortDays: 2, longDays: 16 }

/** @param days with a valid minute, in 30 days; one code or none, never both */
export function codeOfDays(days: number, { shortDays, longDays }: BillingThresholds): BillingCode | null {
  if (days >= longDays) return '99454'
  return days >= shortDays ? '99445' : null
}

/**
 * The code of a period that is no longer than a month: of the 30 days in it with most valid ones, so that the 31st day
 * never earns a code that no 30 days do. Of a longer period, in which there may be several, none.
 * @param isValid whether each day of the period has a valid minute, oldest first
 */
export function codeOfPeriod(isValid: readonly boolean[], thresholds: BillingThresholds): BillingCode | null {
  if (isValid.length > longestCodedDays) return null
  const countFrom = (first: number) => isValid.slice(first, first + billingPeriodDays).filter(Boolean).length
  const starts = Math.max(1, isValid.length - billingPeriodDays + 1)
  return codeOfDays(Math.max(...Array.from({ length: starts }, (_, first) => countFrom(first))), thresholds)
}
