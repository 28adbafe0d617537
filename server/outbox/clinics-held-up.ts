import type { Ctx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { type HeldUp, selectHeldUp, selectHeldUpTo, selectSilentReceivers } from './notices.sql.ts'

/**
 * Clinics with a mail, SMS or push that has waited at least `seconds` because its gateway doesn't accept it, and since
 * when.
 */
export const clinicsHeldUp = async (ctx: Ctx, seconds: number): Promise<HeldUp[]> => [
  ...(await selectHeldUp(ctx, seconds)),
  ...(await selectHeldUpTo(ctx, ['push'], seconds)),
]

/**
 * Clinics with a system that has accepted nothing or answered no heartbeat for at least `seconds`, or wants nothing
 * more, and since when.
 */
export async function clinicsWithSilentReceivers(ctx: Ctx, seconds: number): Promise<HeldUp[]> {
  const silent = new Map<string, HeldUp>()
  for (const one of [
    ...(await selectHeldUpTo(ctx, ['webhook', 'nurse-call'], seconds)),
    ...(await selectSilentReceivers(ctx, seconds)),
  ]) {
    const known = silent.get(one.clinic_id)
    if (!known || isBefore(one.since, known.since)) silent.set(one.clinic_id, one)
  }
  return [...silent.values()]
}
