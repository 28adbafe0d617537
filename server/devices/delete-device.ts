import type { deleteDevice as declaration } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { refuseOccupied } from './device-holder.ts'
import { lockDevice, selectDevice } from './devices.sql.ts'
import { deleteDeviceRow } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

/** Deletes a device that was never used (DE-4). @throws 409 if it has a resident or readings; return it instead */
export const deleteDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { device_id } = input
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  await refuseOccupied(ctx, device_id)
  const { last_seen } = (await selectDevice(ctx, device_id))!
  if (last_seen !== null) throw conflict('device_has_readings', m.device_has_readings(), 'device_id')
  const { clinic_id } = device
  await deleteDeviceRow(ctx, device_id)
  await recordAudit(ctx, { act: 'device.delete', clinic_id, device_id, detail: { device_uid: device.uid } })
  await ctx.emit({ type: 'device_key_changed', device_id })
  await tellDevices(ctx, clinic_id, { device_id })
  return {}
}
