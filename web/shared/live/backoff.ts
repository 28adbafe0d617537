/** First and longest pause before reconnecting, ms. */
const firstPause = 500
export const longestPause = 15_000

/**
 * Pause before attempt number `attempt` (from 0): doubles up to the longest, with half of it random, so that a hundred
 * screens don't all return in the same moment after an outage.
 * @param random 0..1
 */
export function pauseBefore(attempt: number, random: number): number {
  const full = Math.min(firstPause * 2 ** attempt, longestPause)
  return Math.round(full * (0.5 + random / 2))
}
