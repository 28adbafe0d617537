import { floorMinute, type ResidentSpan, selectLastMinutes, spansWithin } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { later, type Period } from '../platform/period.ts'

/** Start of each resident's newest minute; residents without one are left out. */
export async function newestOf(ctx: Ctx, spans: readonly ResidentSpan[]): Promise<Map<string, Temporal.Instant>> {
  const newest = new Map<string, Temporal.Instant>()
  for (const { index, minute } of await selectLastMinutes(ctx, spans)) {
    const { resident_id } = spans[index]!
    newest.set(resident_id, later(newest.get(resident_id) ?? minute, minute))
  }
  return newest
}

/** Residents with a minute in the period. */
export const measuredIn = async (
  ctx: Ctx,
  spans: readonly ResidentSpan[],
  period: Period,
): Promise<ReadonlySet<string>> => new Set((await newestOf(ctx, spansWithin(spans, period))).keys())

/** The day before a period and its first minute. Only residents measured then have enough data for a change (VI-5). */
export function beginningOf(since: Temporal.Instant): Period {
  const begin = floorMinute(since)
  return { since: begin.subtract({ hours: 24 }), until: begin.add({ minutes: 1 }) }
}
