import { clinicsHeldUp } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { selectLate } from './steps.sql.ts'

/**
 * Clinics with a notification that should have gone out at least `seconds` ago, each with since when: no message was
 * written, or it waits for a gateway that doesn't accept it.
 */
export async function findLateAlerts(ctx: Ctx, seconds: number): Promise<ReadonlyMap<string, Temporal.Instant>> {
  const late = new Map<string, Temporal.Instant>()
  for (const { clinic_id, since } of [...(await selectLate(ctx, seconds)), ...(await clinicsHeldUp(ctx, seconds))]) {
    const before = late.get(clinic_id)
    if (!before || isBefore(since, before)) late.set(clinic_id, since)
  }
  return late
}
