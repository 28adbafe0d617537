import type { Period } from '../platform/period.ts'
import type { SignalRow } from './handover.sql.ts'

/** In milliseconds since the epoch. */
export interface Gap {
  readonly from: number
  readonly until: number
}

/** With fewer beds, one sensor that fails would be most of them. */
const leastBeds = 3
/** Sensors fall silent and come back over some seconds. */
const leastMs = 60_000

const silences = (rows: readonly SignalRow[], { since, until }: Period): Gap[] =>
  rows.flatMap((row) => {
    if (row.state !== 'silent') return []
    const from = Math.max(row.since.epochMilliseconds, since.epochMilliseconds)
    const end = Math.min(row.until?.epochMilliseconds ?? Number.POSITIVE_INFINITY, until.epochMilliseconds)
    return end > from ? [{ from, until: end }] : []
  })

/**
 * When more than half of a facility's beds were silent: an outage of the portal or its network, which is said once and
 * not of every resident (HO-1).
 */
export function commonGaps(beds: readonly (readonly SignalRow[])[], shift: Period): Gap[] {
  const watched = beds.filter((rows) => rows.some(({ state }) => state !== 'paused'))
  if (watched.length < leastBeds) return []
  const turns = watched
    .flatMap((rows) => silences(rows, shift))
    .flatMap(({ from, until }) => [
      { at: from, by: 1 },
      { at: until, by: -1 },
    ])
    // One that begins where another ends goes on.
    .sort((one, other) => one.at - other.at || other.by - one.by)
  const gaps: Gap[] = []
  let silent = 0
  let from: number | null = null
  for (const { at, by } of turns) {
    silent += by
    const isCommon = silent * 2 > watched.length
    if (isCommon) from ??= at
    else if (from !== null) {
      gaps.push({ from, until: at })
      from = null
    }
  }
  return gaps.filter((gap) => gap.until - gap.from >= leastMs)
}

/** How long a bed was silent in these gaps, seconds. */
export const silentWithin = (gaps: readonly Gap[], rows: readonly SignalRow[], shift: Period): number =>
  silences(rows, shift)
    .flatMap((own) => gaps.map((gap) => Math.min(own.until, gap.until) - Math.max(own.from, gap.from)))
    .reduce((sum, ms) => sum + Math.max(0, ms), 0) / 1_000
