/** [since, until) in ms since the epoch; infinite where it is open. */
export type Interval = readonly [since: number, until: number]

/** The same instants as intervals that are apart and in order. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: [number, number][] = []
  for (const [since, until] of intervals.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && since <= last[1]) last[1] = Math.max(last[1], until)
    else if (since < until) merged.push([since, until])
  }
  return merged
}

export const intersect = (some: readonly Interval[], others: readonly Interval[]): Interval[] =>
  merge(
    some.flatMap(([a, b]) =>
      others.flatMap(([c, d]): Interval[] =>
        Math.max(a, c) < Math.min(b, d) ? [[Math.max(a, c), Math.min(b, d)]] : [],
      ),
    ),
  )
