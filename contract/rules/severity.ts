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
export const extremeLimit = 30

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
