import { noticesHeldUp } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { selectClinicsOf } from './deliveries.sql.ts'
import { selectLate } from './dispatches.sql.ts'

/**
 * Clinics with a notification that should have gone out at least `seconds` ago, each with since when: no message was
 * written, or it waits for a gateway that doesn't accept it.
 */
export async function findLateAlerts(ctx: Ctx, seconds: number): Promise<ReadonlyMap<string, Temporal.Instant>> {
  const late = new Map((await selectLate(ctx, seconds)).map(({ clinic_id, since }) => [clinic_id, since]))
  const heldUp = new Map((await noticesHeldUp(ctx, seconds)).map(({ id, since }) => [id, since]))
  if (heldUp.size === 0) return late
  for (const { message_id, clinic_id } of await selectClinicsOf(ctx, [...heldUp.keys()])) {
    const since = heldUp.get(message_id)!
    const before = late.get(clinic_id)
    if (!before || Temporal.Instant.compare(since, before) < 0) late.set(clinic_id, since)
  }
  return late
}
