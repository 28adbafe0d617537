import { residentStatus } from '@eupnea/contract/residents.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { selectPlannedResident } from './plans.sql.ts'

/** @throws 404 for a resident out of the actor's scope, and for a deleted one */
export async function plannedResident(ctx: Ctx, patient_id: string) {
  const resident = await selectPlannedResident(ctx, patient_id)
  if (!resident || resident.status === residentStatus.deleted) throw notFound('resident')
  return resident
}

/** Screens fetch the resident again, and the live state the plan of their device. */
export async function tellPlan(
  ctx: Ctx,
  { clinic_id, resident_id, device_id }: Awaited<ReturnType<typeof plannedResident>>,
): Promise<void> {
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id, patient_id: resident_id })
  if (device_id !== null) await ctx.emit({ type: 'changed', noun: 'devices', clinic_id, device_id })
}
