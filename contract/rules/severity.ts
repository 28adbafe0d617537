import { pageFormats } from '@eupnea/texts/locale.ts'
import type { RateLimits } from './plan.ts'
import { tenth } from './round.ts'

/** Severity of a respiration rate by the plan in force (specification section 9, AL-1, PL-2, WA-3). */

export type Severity = 'warning' | 'danger'
export type Direction = 'low' | 'high'

export const rateTitles = {
  low: { warning: 'Low Respiratory', danger: 'Extremely Low Respiratory' },
  high: { warning: 'High Respiratory', danger: 'Extremely High Respiratory' },
} as const

export interface Finding {
  readonly direction: Direction
  readonly severity: Severity
  readonly title: (typeof rateTitles)[Direction][Severity]
}

const found = (direction: Direction, severity: Severity): Finding => ({
  ...{ direction, severity, title: rateTitles[direction][severity] },
})

/**
 * @param rr breaths per minute; null when there is no value
 * @param limits of the plan in force; null where no plan is known: nothing is judged
 * @returns null within the limits
 */
export function findingOf(rr: number | null, limits: RateLimits | null): Finding | null {
  if (rr === null || limits === null) return null
  const { low, high, extreme_high, extreme_low } = limits
  if (extreme_low !== null && rr <= extreme_low) return found('low', 'danger')
  if (rr <= low) return found('low', 'warning')
  if (rr > extreme_high) return found('high', 'danger')
  if (rr >= high) return found('high', 'warning')
  return null
}

/** rr_outside_range of reports. */
export const outsideRange = (rr: number | null, limits: RateLimits): boolean => findingOf(rr, limits) !== null

/** Breaths per minute beyond the nearer limit; 0 at it, and below 0 within the limits. */
export const distanceOutside = (rr: number, { low, high }: RateLimits): number => Math.max(low - rr, rr - high)

const isOfOneSeverity = (one: number, other: number, limits: RateLimits | null): boolean =>
  findingOf(one, limits)?.title === findingOf(other, limits)?.title

/** To a tenth, but never to one of another severity: by the default plan 21.96 is usual, and 22.0 is not. */
export function roundRate(rr: number, limits: RateLimits | null): number {
  const rounded = tenth(rr)
  if (isOfOneSeverity(rounded, rr, limits)) return rounded
  return (rounded > rr ? Math.floor(rr * 10) : Math.ceil(rr * 10)) / 10
}

/** A whole number if that has the same severity, else a tenth: 30.4 is danger, 30 is not. */
export const roundRateToRead = (rr: number, limits: RateLimits | null): number =>
  isOfOneSeverity(Math.round(rr), rr, limits) ? Math.round(rr) : roundRate(rr, limits)

/** `16` and `.5`, to be written in two sizes. */
export function splitRate(rr: number | null, limits: RateLimits | null): readonly [whole: string, tenth: string] {
  const text = rateText(rr, limits)
  return rr === null ? [text, ''] : [text.slice(0, -2), text.slice(-2)]
}

/** One decimal; an en dash where there is no value. @param limits null where no severity is shown beside it */
export const rateText = (rr: number | null, limits: RateLimits | null): string =>
  rr === null ? '–' : pageFormats().decimal(roundRate(rr, limits))
