import type { DeviceStatus } from '@eupnea/contract/live.ts'
import type { Ctx } from '../platform/context.ts'
import { updateFacts } from './devices.sql.ts'
import { tellDevices } from './tell-devices.ts'

/** Stores what a device reports in its status message: firmware and networks. */
export async function noteDeviceStatus(
  ctx: Ctx,
  device_id: string,
  { fw_version, softap_ssid, target_ssid }: DeviceStatus,
): Promise<void> {
  const changed = await updateFacts(ctx, device_id, { fw_version, softap_ssid, target_ssid })
  if (changed) await tellDevices(ctx, changed.clinic_id, { device_id })
}
