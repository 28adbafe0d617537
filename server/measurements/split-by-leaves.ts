import { earlier, isBefore, later, type Period } from '../platform/period.ts'
import { floorMinute } from './bounds.ts'

export type Split<T> = T & { readonly isAway: boolean }

/** The span in parts on leave and not: an empty bed on leave is no time out of bed (PL-6). */
export function splitByLeaves<T extends Period>(span: T, leaves: readonly Period[]): Split<T>[] {
  const parts: Split<T>[] = []
  const push = (since: Temporal.Instant, until: Temporal.Instant, isAway: boolean) => {
    if (isBefore(since, until)) parts.push({ ...span, since, until, isAway })
  }
  let at = span.since
  for (const leave of leaves.toSorted((a, b) => Temporal.Instant.compare(a.since, b.since))) {
    const since = earlier(later(floorMinute(leave.since), at), span.until)
    const until = earlier(later(leave.until, since), span.until)
    push(at, since, false)
    push(since, until, true)
    at = until
  }
  push(at, span.until, false)
  return parts
}
