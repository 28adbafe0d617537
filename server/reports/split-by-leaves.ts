import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { selectLeaves } from '../leaves/index.ts'
import { floorMinute } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'

type Leave = Awaited<ReturnType<typeof selectLeaves>>[number]

/** A resident's leaves; a device has none. */
export const leavesIn = async (
  ctx: Ctx,
  { clinic_id, resident_id }: { readonly clinic_id: string | null; readonly resident_id: string | null },
  period: Period,
): Promise<readonly Leave[]> =>
  clinic_id === null || resident_id === null ? [] : selectLeaves(ctx, clinic_id, period, resident_id)

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

/** @param minutes in bed; null: all that was measured was on leave */
export const hoursOrNull = (minutes: number | null): number | null => (minutes === null ? null : hoursInBed(minutes))
