import { recordAudit, recordAudits } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { lockDevicesOfClinic } from './devices.sql.ts'
import { deleteDevicesOfClinic, moveToStock } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Removes the devices of a clinic that is being removed, and ends their connections. A device that also measured
 * residents of another clinic goes into stock with all its readings.
 * @returns device_no of the removed ones, to delete their readings by
 */
export async function removeDevicesOfClinic(ctx: Ctx, clinic_id: string): Promise<number[]> {
  const removed = await deleteDevicesOfClinic(ctx, clinic_id)
  const kept = (await lockDevicesOfClinic(ctx, clinic_id)).map(({ id }) => id)
  if (removed.length + kept.length === 0) return []
  await moveToStock(ctx, kept)
  await recordAudit(ctx, { act: 'device.remove-all', clinic_id, detail: { count: removed.length } })
  await recordAudits(
    ctx,
    kept.map((device_id) => ({ act: 'device.remove', clinic_id, resident_id: null, device_id })),
  )
  for (const { id } of removed) await ctx.emit({ type: 'device_key_changed', device_id: id })
  await tellDevices(ctx, clinic_id)
  return removed.map(({ no }) => no)
}
