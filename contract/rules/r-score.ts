/** r-score: how far the last ten minutes are from the resident's own usual (DA-1). */

export interface Baseline {
  /** median of the resident's minute averages, breaths per minute */
  readonly median: number
  /** median absolute deviation from it */
  readonly mad: number
}

export interface RScore {
  readonly upper_score: number
  readonly lower_score: number
}

/** Used until there are 24 h of minute averages. */
export const defaultBaseline: Baseline = { median: 16, mad: 3 }
export const baselineDays = 14
export const baselineMinimumMinutes = 24 * 60

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * @param recent averages of the last ten minutes that have one
 * @returns both scores 0..100; 0 and 0 without a value
 */
export function rScoreOf(recent: readonly number[], baseline: Baseline): RScore {
  const now = median(recent)
  if (now === null) return { upper_score: 0, lower_score: 0 }
  const z = (now - baseline.median) / Math.max(1.4826 * baseline.mad, 1)
  const score = (side: number) => Math.round(100 * Math.min(1, Math.max(0, side) / 4))
  return { upper_score: score(z), lower_score: score(-z) }
}
