import type { returnDevice as declaration } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { inventoryAnswer } from './device-answer.ts'
import { refuseOccupied } from './device-holder.ts'
import { makeDeviceKey } from './device-key.ts'
import { lockDevice, selectDevice } from './devices.sql.ts'
import { moveToStock, takeOut } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Takes a device out of the inventory: inactive, in no clinic, its key void and its connections ended (DE-4).
 * @throws 409 if it has a resident or was already returned
 */
export const returnDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { device_id } = input
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  await refuseOccupied(ctx, device_id)
  if (device.returned_at) throw conflict('device_returned', m.device_returned_already(), 'device_id')
  const { clinic_id } = device
  if (clinic_id !== null) await moveToStock(ctx, [device_id])
  // The new key is never shown, so nothing can connect with it.
  await takeOut(ctx, device_id, makeDeviceKey().hash)
  const changes = { clinic_id: { before: clinic_id, after: null } }
  await recordAudit(ctx, { act: 'device.return', clinic_id, device_id, changes })
  await ctx.emit({ type: 'device_key_changed', device_id })
  await tellDevices(ctx, clinic_id, { device_id })
  return inventoryAnswer((await selectDevice(ctx, device_id))!)
}
