import type { RateLimits } from './plan.ts'
import { type Direction, findingOf, type Severity } from './severity.ts'

/**
 * Episodes of respiration out of range (AL-2), judged on a device's ten newest minutes. One open episode per resident
 * and direction; a worse severity raises it again; it ends after ten minutes back in range.
 */

export const episodeMinutes = 10
const episodeMinimumMinutes = 5

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
      readonly rr: number
    }
  | { readonly change: 'end'; readonly direction: Direction }

/**
 * Readings are stored as float32, and tenths are not binary fractions: a mean of 22 can be off by a millionth, which
 * must not decide on which side of a limit it falls. No sensor is that precise.
 */
const settled = (rr: number): number => Math.round(rr * 1e5) / 1e5

/**
 * @param minutes averages of the ten newest minutes that have a valid one (breaths per minute), in any order; "newest"
 *   counts back from the minute of the newest reading, leaving out minutes without a value
 * @param limits of the plan in force at the end of these minutes (PL-2)
 * @returns what must change; empty if nothing does
 */
export function judgeEpisode(open: EpisodeState, minutes: readonly number[], limits: RateLimits): EpisodeChange[] {
  if (minutes.length < episodeMinimumMinutes) return []
  const changes: EpisodeChange[] = []
  const mean = settled(minutes.reduce((sum, value) => sum + value, 0) / minutes.length)
  const finding = findingOf(mean, limits)
  if (finding) {
    const before = open[finding.direction]
    if (before === null || (before === 'warning' && finding.severity === 'danger'))
      changes.push({ change: 'raise', ...finding, rr: mean })
  }
  // Every valid minute of the ten must be back in range, not only their mean: a quiet mean between two peaks ends
  // nothing.
  if (open.high && finding?.direction !== 'high' && minutes.every((value) => settled(value) < limits.high))
    changes.push({ change: 'end', direction: 'high' })
  if (open.low && finding?.direction !== 'low' && minutes.every((value) => settled(value) > limits.low))
    changes.push({ change: 'end', direction: 'low' })
  return changes
}
