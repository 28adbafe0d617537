import { median } from './r-score.ts'
import { settled } from './round.ts'

/**
 * Whether a resident's breathing at night has changed (WA-12): the median of the night's minutes in bed against the
 * nights before. Rates are breaths per minute.
 */

/** The night, on the facility's clock: the hours that reports call night. */
export const nightHours = { from: 0, until: 8 } as const
/** The hour from which it is judged, when sensors have sent what they had stored. */
export const trendHour = 9
/** Minutes in bed with a valid rate that make a night. */
export const nightMinutes = 120
/** How many nights are looked back at, and how many of them there must be. */
export const nightsBefore = { most: 14, least: 7 } as const

const leastDifference = 3
const leastDeviations = 3
/** The standard deviation of normally distributed values is that many times their MAD. */
const deviationsOfMad = 1.4826

export interface Trend {
  /** median of the night */
  readonly rate: number
  /** median of the nights before, and their standard deviation by MAD */
  readonly usual: number
  readonly deviation: number
  /** how many there were */
  readonly nights: number
}

/**
 * What is known of a night; whether it has changed is another question.
 * @param rate median of the night
 * @param before medians of the nights before
 * @returns null when there are too few to judge by
 */
export function trendOf(rate: number, before: readonly number[]): Trend | null {
  if (before.length < nightsBefore.least) return null
  const usual = median(before)!
  const deviation = deviationsOfMad * median(before.map((value) => Math.abs(value - usual)))!
  return { rate, usual, deviation, nights: before.length }
}

/** Nights that hardly differ have next to no deviation: the least difference then decides alone. */
export const isChanged = ({ rate, usual, deviation }: Trend): boolean =>
  settled(Math.abs(rate - usual)) >= Math.max(leastDifference, settled(leastDeviations * deviation))
