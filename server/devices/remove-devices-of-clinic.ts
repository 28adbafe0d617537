import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deleteDevicesOfClinic } from './devices.sql.ts'
import { tellDevices } from './tell-devices.ts'

/** Removes all devices of a facility and ends their connections. @returns their numbers, which their readings carry */
export async function removeDevicesOfClinic(ctx: Ctx, clinic_id: string): Promise<number[]> {
  const removed = await deleteDevicesOfClinic(ctx, clinic_id)
  if (removed.length === 0) return []
  await recordAudit(ctx, { act: 'device.remove-all', clinic_id, detail: { count: removed.length } })
  for (const { id } of removed) await ctx.emit({ type: 'device_key_changed', device_id: id })
  await tellDevices(ctx, clinic_id)
  return removed.map(({ no }) => no)
}
