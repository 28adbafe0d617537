import { pageFormats } from '@eupnea/texts/locale.ts'
/** Severity of a respiration rate (specification section 9, AL-1). */

export type Severity = 'warning' | 'danger'
export type Direction = 'low' | 'high'

export interface Finding {
  readonly direction: Direction
  readonly severity: Severity
  readonly title: 'Low Respiratory' | 'High Respiratory' | 'Extremely High Respiratory'
}

export const lowLimit = 12
export const highLimit = 22
const extremeLimit = 30

/** @param rr breaths per minute; null when there is no value @returns null within the usual range */
export function findingOf(rr: number | null): Finding | null {
  if (rr === null) return null
  if (rr <= lowLimit) return { direction: 'low', severity: 'warning', title: 'Low Respiratory' }
  if (rr > extremeLimit) return { direction: 'high', severity: 'danger', title: 'Extremely High Respiratory' }
  if (rr >= highLimit) return { direction: 'high', severity: 'warning', title: 'High Respiratory' }
  return null
}

/** rr_outside_range of reports (interfaces.md section 5). */
export const outsideRange = (rr: number | null): boolean => findingOf(rr) !== null

const isOfOneSeverity = (one: number, other: number): boolean => findingOf(one)?.title === findingOf(other)?.title

/** Rounded to a tenth, but never into another severity: 21.96 is usual, 22.0 is not. */
export function roundRate(rr: number): number {
  const tenth = Math.round(rr * 10) / 10
  if (isOfOneSeverity(tenth, rr)) return tenth
  return (tenth > rr ? Math.floor(rr * 10) : Math.ceil(rr * 10)) / 10
}

/** A whole number if that has the same severity, else a tenth: 30.4 is danger, 30 is not. */
export const roundRateToRead = (rr: number): number =>
  isOfOneSeverity(Math.round(rr), rr) ? Math.round(rr) : roundRate(rr)

/** `16` and `.5`, to be written in two sizes. */
export function splitRate(rr: number | null): readonly [whole: string, tenth: string] {
  const text = rateText(rr)
  return rr === null ? [text, ''] : [text.slice(0, -2), text.slice(-2)]
}

/** One decimal; an en dash where there is no value. */
export const rateText = (rr: number | null): string => (rr === null ? '–' : pageFormats().decimal(roundRate(rr)))
