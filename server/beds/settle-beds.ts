import { m } from '@eupnea/texts'
import { moveLinks } from '../devices/index.ts'
import type { Ctx } from '../platform/context.ts'
import {
  endMismatch,
  lockBedRules,
  type Mismatch,
  raiseMismatch,
  selectMismatches,
  selectPlacedDevices,
  selectSettled,
} from './beds.sql.ts'
import { planMoves } from './plan-moves.ts'

/**
 * After the EHR has moved residents of a clinic: moves their links to the sensors of their new beds where the clinic
 * says so, and notifies of the mismatches that remain, because a sensor would show one person's breathing under
 * another's name (EH-5). Where links move, everyone's are looked at: a sensor may have become free for somebody else.
 */
export async function settleBeds(ctx: Ctx, clinic_id: string, residents: readonly string[]): Promise<void> {
  const rules = await lockBedRules(ctx, clinic_id)
  if (!rules) return
  if (rules.moves_links) {
    const mismatches = await selectMismatches(ctx, clinic_id)
    if (mismatches.length > 0)
      await moveLinks(ctx, clinic_id, planMoves(mismatches, await selectPlacedDevices(ctx, clinic_id)))
  }
  const concerned = rules.moves_links ? undefined : residents
  for (const mismatch of await selectMismatches(ctx, clinic_id, concerned))
    if (!mismatch.raised_at) await raiseMismatch(ctx, mismatch, { ...wordsOf(mismatch), tz: rules.tz })
  await endSettled(ctx, clinic_id, concerned)
}

/** Ends the notifications of mismatches that are over. */
export async function endSettled(ctx: Ctx, clinic_id: string, residents?: readonly string[]): Promise<void> {
  const settled = await selectSettled(ctx, clinic_id, residents)
  for (const resident_id of settled) await endMismatch(ctx, resident_id)
  if (settled.length > 0) await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
}

const wordsOf = ({ room, sensor_room, device_name }: Mismatch) => ({
  title: m.bed_mismatch_title(),
  description: m.bed_mismatch({ room, sensor: device_name, sensor_room }),
})
