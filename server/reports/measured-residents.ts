import { floorMinute, type ResidentSpan, selectLastMinutes, spansWithin } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { later, type Period } from '../platform/period.ts'

/** Start of each resident's newest minute; residents without one are left out. */
export type Newest = ReadonlyMap<string, Temporal.Instant>

/** The newest minutes in each of the periods, which are asked for together. */
export async function newestIn<P extends readonly Period[]>(
  ctx: Ctx,
  spans: readonly ResidentSpan[],
  periods: P,
): Promise<{ [K in keyof P]: Newest }> {
  const parts = periods.flatMap((period, of) => spansWithin(spans, period).map((span) => ({ ...span, of })))
  const newest = periods.map(() => new Map<string, Temporal.Instant>())
  for (const { index, minute } of await selectLastMinutes(ctx, parts)) {
    const { resident_id, of } = parts[index]!
    newest[of]!.set(resident_id, later(newest[of]!.get(resident_id) ?? minute, minute))
  }
  return newest as { [K in keyof P]: Newest }
}

/** The day before a period and its first minute. Only residents measured then have enough data for a change (VI-5). */
export function beginningOf(since: Temporal.Instant): Period {
  const begin = floorMinute(since)
  return { since: begin.subtract({ hours: 24 }), until: begin.add({ minutes: 1 }) }
}
