import type { Comparison, NightSummary } from '../member-shapes.ts'
import { cellMinutes, lookOf, type NightCell, type NightCells, sumNight, type Usual, usualRange } from './night.ts'
import { median } from './r-score.ts'
import { settled, tenth } from './round.ts'

/** How a night was, against the person's own nights before: facts only, no judgement (EA-7). */

/** Share of a night that must have been measured before its hours in bed are compared, or compared with. */
const leastShare = 2 / 3
/** Nights before it that are needed to know what is usual. */
const leastNights = 3
/** Differences up to these are usual. */
const usualHours = 0.75
const usualTimes = 1

const hoursOf = (count: number): number => (count * cellMinutes) / 60

const comparedBy =
  (difference: number) =>
  (value: number, usual: number | null): Comparison | null => {
    if (usual === null) return null
    if (settled(Math.abs(value - usual)) <= difference) return 'usual'
    return value < usual ? 'less' : 'more'
  }
const compareHours = comparedBy(usualHours)
const compareTimes = comparedBy(usualTimes)

const measured = (cells: readonly NightCell[]): number => cells.filter((cell) => lookOf(cell) !== 'unmonitored').length
/** Whether enough of a night was measured to compare it; its hours or its cells. */
export const isWhole = (count: number, of: number): boolean => of > 0 && count / of >= leastShare
const areWhole = (cells: readonly NightCell[]): boolean => isWhole(measured(cells), cells.length)

/** In whole breaths, as both are said: 17 isn't more than 15 to 17. */
function compareRate(mean: number | null, range: readonly [number, number] | null): Comparison | null {
  if (mean === null || range === null) return null
  const [low, high] = range
  const said = Math.round(mean)
  if (said >= low && said <= high) return 'usual'
  return said < low ? 'less' : 'more'
}

/**
 * @param before the nights before it
 * @param usual the person's usual rate
 * @returns null if nothing was measured
 */
export function summariseNight(
  night: NightCells & { readonly date: string },
  before: readonly NightCells[],
  usual: Usual | null,
): NightSummary | null {
  const { date, cells } = night
  const count = measured(cells)
  if (count === 0) return null
  const { rate, hoursInBed, timesOut } = sumNight(night)
  const others = before.filter(({ cells }) => areWhole(cells)).map(sumNight)
  const isKnown = others.length >= leastNights && areWhole(cells)
  const usualOf = (values: readonly number[]) => (isKnown ? median(values) : null)
  const hours = usualOf(others.map((other) => other.hoursInBed))
  const times = usualOf(others.flatMap((other) => other.timesOut ?? []))
  const range = usual && usualRange(usual)
  const mean = rate && tenth(rate)
  return {
    date,
    hours_measured: tenth(hoursOf(count)),
    hours: tenth(hoursOf(cells.length)),
    in_bed: { hours: tenth(hoursInBed), usual: hours && tenth(hours), compared: compareHours(hoursInBed, hours) },
    ups: timesOut === null ? null : { times: timesOut, usual: times, compared: compareTimes(timesOut, times) },
    rate: {
      mean,
      usual: range && { low: range[0], high: range[1] },
      compared: compareRate(mean, range),
    },
  }
}
