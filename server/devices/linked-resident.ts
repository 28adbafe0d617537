import { residentStatus } from '@eupnea/contract/residents.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { selectLinkedResident } from './assignments.sql.ts'
import { tellDevices } from './tell-devices.ts'

type LinkedResident = NonNullable<Awaited<ReturnType<typeof selectLinkedResident>>>

/** A resident with their device. @throws 404 for a resident out of the actor's scope, and for a deleted one */
export async function linkedResident(ctx: Ctx, patient_id: string): Promise<LinkedResident> {
  const resident = await selectLinkedResident(ctx, patient_id)
  if (!resident || resident.status === residentStatus.deleted) throw notFound('resident')
  return resident
}

/** Screens fetch the resident again, and the live state what their device is judged by. */
export async function tellLinkedResident(
  ctx: Ctx,
  { clinic_id, resident_id, device_id }: LinkedResident,
): Promise<void> {
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id, patient_id: resident_id })
  if (device_id !== null) await tellDevices(ctx, clinic_id, { device_id })
}
