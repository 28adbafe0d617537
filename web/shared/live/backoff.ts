/** First and longest pause before the next try to connect, ms. */
const firstPause = 500
export const longestPause = 15_000

/**
 * Pause before try number `attempt` (from 0): doubles up to the longest, and a random part of a half keeps a hundred
 * screens from coming back in the same moment after an outage.
 * @param random 0..1
 */
export function pauseBefore(attempt: number, random: number): number {
  const full = Math.min(firstPause * 2 ** attempt, longestPause)
  return Math.round(full * (0.5 + random / 2))
}
