import type { Ctx } from '../platform/context.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'
import { floorMinute } from './bounds.ts'
import { selectClinicSpans } from './spans.sql.ts'

/** A part of one device's data: [since, until). */
export interface Span {
  readonly device_no: number
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** The part of [since, until) within the period, if any; until null: open-ended. */
export function clip(
  device_no: number,
  since: Temporal.Instant,
  until: Temporal.Instant | null,
  period: Period,
): Span[] {
  const span = {
    device_no,
    since: later(since, period.since),
    until: until ? earlier(until, period.until) : period.until,
  }
  return isBefore(span.since, span.until) ? [span] : []
}

export type ResidentSpan = Span & { readonly resident_id: string }

/** The spans' parts within the period. */
export const spansWithin = (spans: readonly ResidentSpan[], period: Period): ResidentSpan[] =>
  spans.flatMap(({ resident_id, device_no, since, until }) =>
    clip(device_no, since, until, period).map((part) => ({ ...part, resident_id })),
  )

/** Whole minutes during which each resident had a device. */
export async function residentSpans(
  ctx: Ctx,
  clinic_id: string,
  { since, until }: Period,
  resident_id?: string,
): Promise<ResidentSpan[]> {
  const period = { since: floorMinute(since), until }
  const rows = await selectClinicSpans(ctx, clinic_id, period, resident_id)
  return rows.flatMap(({ resident_id, device_no, first_minute, end_minute }) =>
    clip(device_no, first_minute, end_minute, period).map((span) => ({ ...span, resident_id })),
  )
}
