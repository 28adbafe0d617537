import { residentStatus } from '@eupnea/contract/residents.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { selectLeaver } from './leaves.sql.ts'

/** A resident with their device. @throws 404 for a resident out of the actor's scope, and for a deleted one */
export async function leaverOf(ctx: Ctx, patient_id: string) {
  const resident = await selectLeaver(ctx, patient_id)
  if (!resident || resident.status === residentStatus.deleted) throw notFound('resident')
  return resident
}

/** Screens fetch the resident again, and the live state the leave of their device. */
export async function tellLeave(
  ctx: Ctx,
  { clinic_id, resident_id, device_id }: Awaited<ReturnType<typeof leaverOf>>,
): Promise<void> {
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id, patient_id: resident_id })
  if (device_id !== null) await ctx.emit({ type: 'changed', noun: 'devices', clinic_id, device_id })
}
