/** The last two hours as a line, in a box of 120 × 32 (stretched by the card). */

export const sparkWidth = 120
export const sparkHeight = 32

/** Breaths per minute at the lower and upper edge: the same on every card, so that cards can be compared. */
const lowest = 6
const highest = 38

/** A value's distance from the top of the box; values beyond the edges stay on them. */
export function sparkY(rr: number): number {
  const share = (Math.min(highest, Math.max(lowest, rr)) - lowest) / (highest - lowest)
  return Math.round((1 - share) * sparkHeight * 10) / 10
}

/** @param graph minute averages, oldest first; null leaves a gap @returns path data, '' without any value */
export function sparkPath(graph: readonly (number | null)[]): string {
  const step = graph.length > 1 ? sparkWidth / (graph.length - 1) : 0
  let path = ''
  let isOpen = false
  graph.forEach((rr, index) => {
    if (rr === null) {
      isOpen = false
      return
    }
    const point = `${Math.round(index * step * 10) / 10} ${sparkY(rr)}`
    // A lone minute between gaps is a dot: a zero-length line with round ends.
    path += isOpen ? `L${point}` : `M${point}l0 0`
    isOpen = true
  })
  return path
}
