import type { setInventoryStatus as declaration } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { inventoryAnswer } from './device-answer.ts'
import { refuseOccupied } from './device-holder.ts'
import { lockDevice, selectDevice } from './devices.sql.ts'
import { updateInventoryStatus } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Makes a device inactive where it is, so that it can neither connect nor be assigned, or active again with its old key
 * (DE-3). The event ends its connections.
 * @throws 409 if it has a resident or was returned
 */
export const setInventoryStatus: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { record_id: device_id, record_status } = input
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  if (record_status === 'inactive') await refuseOccupied(ctx, device_id)
  else if (device.returned_at) throw conflict('device_returned', m.device_returned_stock_first(), 'record_id')
  if (await updateInventoryStatus(ctx, device_id, record_status)) {
    const { clinic_id } = device
    const act = record_status === 'active' ? 'device.activate' : 'device.deactivate'
    const changes = { inventory_status: { before: device.inventory_status, after: record_status } }
    await recordAudit(ctx, { act, clinic_id, device_id, changes })
    await ctx.emit({ type: 'device_key_changed', device_id })
    await tellDevices(ctx, clinic_id, { device_id })
  }
  return inventoryAnswer((await selectDevice(ctx, device_id))!)
}
