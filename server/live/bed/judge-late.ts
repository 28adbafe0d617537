import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { type Bed, newBed } from './bed.ts'
import type { BedEffect, End, Raise } from './bed-event.ts'
import { newWatch } from './watch.ts'

/** What readings that came late mean: they are judged again with those around them (WA-8). */

/** As far back as anything that is open could have begun: a stuck sensor's hour, or readings, and what arms a stay. */
const lookBack = 75

/** The bed as it was before its readings from an instant on, and since when they are judged again. */
export function beginAgain({ place, baseline, isChangeOnly, watch }: Bed, from: number) {
  const { distAt, longestRun, earlierRuns, interval, gaps } = watch
  const earliest = Math.max(from - lookBack * Math.max(minuteMs, interval), place.firstMinute ?? 0)
  // A run that was learned is replayed whole, or it would seem shorter.
  const run = earlierRuns.find(({ until }) => earliest < until)
  const at = run ? Math.min(earliest, minuteOf(run.since)) : earliest
  const before = { ...newWatch, distAt, longestRun: run?.longestRun ?? longestRun, interval, gaps }
  const bed: Bed = { ...newBed(place, baseline), isChangeOnly, watch: before }
  return { at, bed }
}

interface Known {
  readonly kind: string
  readonly direction: string | null
  readonly severity: string
  readonly raised_ms: number
  readonly ended_ms: number | null
}

interface Ended {
  /** as bad as it became */
  raised: Raise
  readonly end: End
}

/**
 * What was raised without what is known already or overlaps with it: what has ended, each with its end; and what is open,
 * with the minutes that a stuck sensor repeated.
 */
export function missingFrom(found: readonly BedEffect[], known: readonly Known[], from: number) {
  const ended: Ended[] = []
  const open: BedEffect[] = []
  for (const [at, raised] of found.entries()) {
    // The minute before may have become a whole one.
    if (raised.effect === 'flag' && raised.until >= from) open.push(raised)
    if (raised.effect !== 'raise' || raised.at <= from) continue
    const { kind, direction } = raised
    const end = found
      .slice(at + 1)
      .find((one) => one.effect === 'end' && one.kind === kind && one.direction === direction) as End | undefined
    const isKnown = known.some(
      (one) =>
        one.kind === kind &&
        one.direction === direction &&
        (one.severity === 'danger' || raised.severity === 'warning') &&
        one.raised_ms <= (end?.at ?? Number.POSITIVE_INFINITY) &&
        (one.ended_ms ?? Number.POSITIVE_INFINITY) >= raised.at,
    )
    if (isKnown) continue
    const same = end && ended.find((one) => one.end === end)
    if (same) same.raised = { ...raised, at: same.raised.at }
    else if (end) ended.push({ raised, end })
    else open.push(raised)
  }
  return { ended, open }
}
