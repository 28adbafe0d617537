import type { RateLimits } from './plan.ts'
import { tenth } from './round.ts'

/**
 * A sparkline: rates at even steps, oldest first, over the band within the plan's limits (VI-3). Screens and PDFs draw
 * the same.
 */
export type SparkRates = readonly (number | null)[]

/** Length of a stretch, and of each of its steps. */
export const stretchMinutes = 120
export const stepMinutes = 2
/** Stretches in one call. */
export const mostStretches = 50

/** What a stretch is asked for by: a resident, until now, or until an instant in ms since the epoch. */
export const stretchKey = (patient_id: string, until: number | null): string =>
  until === null ? patient_id : `${patient_id}~${until}`

export interface SparkBox {
  readonly width: number
  readonly height: number
}

/** Breaths per minute at the lower and upper edge: the same everywhere, so that residents can be compared. */
const lowest = 6
const highest = 38

/** A value's distance from the top of the box; values beyond the edges stay on them. */
export function sparkY(rate: number, height: number): number {
  const share = (Math.min(highest, Math.max(lowest, rate)) - lowest) / (highest - lowest)
  return tenth((1 - share) * height)
}

export interface SparkPoint {
  readonly x: number
  readonly y: number
  /** after a gap, or the first of all */
  readonly isFirst: boolean
}

/**
 * @param rates null leaves a gap
 * @param steps from edge to edge; more than there are rates while the last ones are to come
 */
export function sparkPoints(rates: SparkRates, { width, height }: SparkBox, steps = rates.length): SparkPoint[] {
  const step = steps > 1 ? width / (steps - 1) : 0
  const points: SparkPoint[] = []
  let isFirst = true
  for (const [index, rate] of rates.entries()) {
    if (rate !== null) points.push({ x: tenth(index * step), y: sparkY(rate, height), isFirst })
    isFirst = rate === null
  }
  return points
}

/** Their path data, '' without any value. A lone value between gaps is a dot: a zero-length line with round ends. */
export const sparkPath = (...drawn: Parameters<typeof sparkPoints>): string =>
  sparkPoints(...drawn)
    .map(({ x, y, isFirst }) => (isFirst ? `M${x} ${y}l0 0` : `L${x} ${y}`))
    .join('')

/** Where the rates within the limits lie, from the top of the box. */
export function sparkBand({ low, high }: Pick<RateLimits, 'low' | 'high'>, height: number) {
  const top = sparkY(high, height)
  return { top, height: tenth(sparkY(low, height) - top) }
}

/** Lowest and highest value, for the words beside it; null without any. */
export function sparkSpan(rates: SparkRates): { readonly least: number; readonly greatest: number } | null {
  const known = rates.filter((rate) => rate !== null)
  return known.length === 0 ? null : { least: Math.min(...known), greatest: Math.max(...known) }
}
