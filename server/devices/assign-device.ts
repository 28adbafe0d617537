import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { assignDevice as declaration } from '@eupnea/contract/devices.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { closeAssignment, type Holder, insertAssignment, lockResident, selectHolders } from './assignments.sql.ts'
import { deviceAnswer } from './device-answer.ts'
import { inUseBy } from './device-holder.ts'
import { lockDevice, placeDevice, selectDevice, selectIdOfUid } from './devices.sql.ts'
import { tellDevices } from './tell-devices.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Links a device to a resident (status 1) or ends their link (status 0) (DE-4). A device has one resident and a
 * resident one device, even under concurrent calls (RE-5); repeating the same link changes nothing.
 * @throws 404 for a device or resident outside the scope, 409 naming the conflict
 */
export async function assignDevice({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { patient_id, status } = input
  const device_id = input.device_id ?? (await selectIdOfUid(ctx, input.device_uid ?? ''))
  if (device_id === undefined) throw notFound('device')
  const resident = await lockResident(ctx, patient_id)
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  if (!resident) throw notFound('resident')
  const clinic_id = device.clinic_id ?? resident.clinic_id
  const changed =
    status === 1 ? await link(ctx, device, patient_id, resident) : await unlink(ctx, device_id, patient_id)
  if (changed) {
    const act = status === 1 ? 'device.assign' : 'device.unassign'
    await recordAudit(ctx, { act, clinic_id, resident_id: patient_id, device_id })
    await tellDevices(ctx, clinic_id, { device_id, patient_id })
  }
  return deviceAnswer((await selectDevice(ctx, device_id))!)
}

type Device = NonNullable<Awaited<ReturnType<typeof lockDevice>>>
type Resident = NonNullable<Awaited<ReturnType<typeof lockResident>>>

/** @returns false when they are already linked */
async function link(ctx: Ctx, device: Device, resident_id: string, resident: Resident): Promise<boolean> {
  const { id: device_id } = device
  const clinic_id = resident.clinic_id!
  if (device.inventory_status === 'inactive') throw conflict('device_inactive', m.device_inactive(), 'device_id')
  // Moves the device from stock into the resident's clinic; only someone who sees both can ask for it.
  if (device.clinic_id === null) await placeDevice(ctx, device_id, await clinicOf(ctx, clinic_id))
  else if (device.clinic_id !== clinic_id) throw conflict('device_elsewhere', m.device_other_clinic(), 'device_id')
  if (resident.status !== residentStatus.active)
    throw conflict('resident_not_active', m.device_resident_inactive(), 'patient_id')
  if (await insertAssignment(ctx, { clinic_id, device_id, resident_id })) return true
  const holders = await selectHolders(ctx, device_id, resident_id)
  if (holders.some((holder) => holder.device_id === device_id && holder.resident_id === resident_id)) return false
  throw inTheWay(holders, device_id)
}

function inTheWay(holders: readonly Holder[], device_id: string) {
  const ofDevice = holders.find((holder) => holder.device_id === device_id)
  if (ofDevice) return conflict('device_occupied', inUseBy(ofDevice.room), 'device_id')
  const device = holders[0]?.device_name ?? device_id
  return conflict('resident_has_device', m.device_resident_has_other({ device }), 'patient_id')
}

async function unlink(ctx: Ctx, device_id: string, resident_id: string): Promise<boolean> {
  if (await closeAssignment(ctx, device_id, resident_id)) return true
  throw conflict('device_not_assigned', m.device_not_linked(), 'device_id')
}
