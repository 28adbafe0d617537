import type { RateLimits } from './plan.ts'
import { settled } from './round.ts'
import { type Direction, findingOf, type Severity } from './severity.ts'

/**
 * Episodes of respiration out of range (AL-2), judged on a device's ten newest minutes. One open episode per resident
 * and direction; a worse severity raises it again; it ends after ten minutes back in range. Two minutes extremely low
 * raise one without waiting for more.
 */

export const episodeMinutes = 10
const episodeMinimumMinutes = 5
export const extremeMinutes = 2

/** Open severity of each direction; null when none is open. */
export interface EpisodeState {
  readonly low: Severity | null
  readonly high: Severity | null
}

export const noEpisode: EpisodeState = { low: null, high: null }

export type EpisodeChange =
  | {
      readonly change: 'raise'
      readonly direction: Direction
      readonly severity: Severity
      readonly title: string
      /** mean of so many minutes */
      readonly rr: number
      readonly minutes: number
    }
  | { readonly change: 'end'; readonly direction: Direction }

function judge(minutes: readonly number[], limits: RateLimits) {
  const rr = settled(minutes.reduce((sum, value) => sum + value, 0) / minutes.length)
  const finding = findingOf(rr, limits)
  return finding && { ...finding, rr, minutes: minutes.length }
}

const isExtremelyLow = (minutes: readonly number[], { extreme_low }: RateLimits): boolean =>
  extreme_low !== null && minutes.length === extremeMinutes && minutes.every((value) => settled(value) <= extreme_low)

/**
 * @param minutes averages of the ten newest minutes that have a valid one (breaths per minute), oldest first; "newest"
 *   counts back from the minute of the newest reading, leaving out minutes without a value
 * @param limits of the plan in force at the end of these minutes (PL-2)
 * @returns what must change; empty if nothing does
 */
export function judgeEpisode(open: EpisodeState, minutes: readonly number[], limits: RateLimits): EpisodeChange[] {
  const isEnough = minutes.length >= episodeMinimumMinutes
  const ofTen = isEnough ? judge(minutes, limits) : null
  const ofTwo = isExtremelyLow(minutes.slice(-extremeMinutes), limits)
    ? judge(minutes.slice(-extremeMinutes), limits)
    : null
  const isWorse = ofTwo !== null && !(ofTen?.direction === 'low' && ofTen.severity === 'danger')
  const changes: EpisodeChange[] = []
  for (const found of isWorse ? [ofTen?.direction === 'high' ? ofTen : null, ofTwo] : [ofTen]) {
    const before = found && open[found.direction]
    if (found && (before === null || (before === 'warning' && found.severity === 'danger')))
      changes.push({ change: 'raise', ...found })
  }
  if (!isEnough) return changes
  // Every valid minute of the ten must be back in range, not only their mean: a quiet mean between two peaks ends
  // nothing.
  if (open.high && ofTen?.direction !== 'high' && minutes.every((value) => settled(value) < limits.high))
    changes.push({ change: 'end', direction: 'high' })
  if (open.low && ofTen?.direction !== 'low' && minutes.every((value) => settled(value) > limits.low))
    changes.push({ change: 'end', direction: 'low' })
  return changes
}
