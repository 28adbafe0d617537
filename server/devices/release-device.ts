import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { closeAssignment, selectDeviceOfResident } from './assignments.sql.ts'
import { lockDevice } from './devices.sql.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Frees the device of a resident who leaves, if they have one (RE-4, RE-5). The caller has already changed the
 * resident's row in this transaction, so nobody can link a device to them meanwhile.
 */
export async function releaseDevice(ctx: Ctx, residentId: string): Promise<void> {
  const held = await selectDeviceOfResident(ctx, residentId)
  if (!held) return
  const { device_id, clinic_id } = held
  await lockDevice(ctx, device_id)
  if (!(await closeAssignment(ctx, device_id, residentId))) return
  await recordAudit(ctx, { act: 'device.unassign', clinic_id, resident_id: residentId, device_id })
  await tellDevices(ctx, clinic_id, { device_id, patient_id: residentId })
}
