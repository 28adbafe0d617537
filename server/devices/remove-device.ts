import type { removeDevice as declaration } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { closeAssignment, selectResidentsOf } from './assignments.sql.ts'
import { deviceAnswer } from './device-answer.ts'
import { lockDevice, selectDevice } from './devices.sql.ts'
import { moveToStock } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Moves a device from a clinic into stock and unlinks its resident (DE-2).
 * @throws 404 for a device outside the scope, 409 if it is not, or no longer, at this clinic
 */
export const removeDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, device_id } = input
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  if (device.clinic_id !== clinic_id) throw conflict('device_elsewhere', m.device_not_here(), 'clinic_id')
  const [holder] = await selectResidentsOf(ctx, [device_id])
  const patient_id = holder?.resident_id
  if (patient_id !== undefined) {
    await closeAssignment(ctx, device_id, patient_id)
    await recordAudit(ctx, { act: 'device.unassign', clinic_id, resident_id: patient_id, device_id })
  }
  await moveToStock(ctx, [device_id])
  await recordAudit(ctx, { act: 'device.remove', clinic_id, resident_id: patient_id ?? null, device_id })
  await tellDevices(ctx, clinic_id, { device_id, ...(patient_id !== undefined && { patient_id }) })
  return deviceAnswer((await selectDevice(ctx, device_id))!)
}
