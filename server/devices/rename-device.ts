import type { renameDevice as declaration } from '@eupnea/contract/devices.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deviceAnswer } from './device-answer.ts'
import { lockDevice, selectDevice } from './devices.sql.ts'
import { updateDeviceRow } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

/** Renames a device (DE-4). */
export const renameDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { device_id, name = input.device_name } = input
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  await updateDeviceRow(ctx, device_id, { name: name! })
  const row = (await selectDevice(ctx, device_id))!
  const { clinic_id, resident_id } = row
  const changes = changesOf(device, { name })
  await recordAudit(ctx, { act: 'device.rename', clinic_id, resident_id, device_id, changes })
  await tellDevices(ctx, clinic_id, { device_id })
  return deviceAnswer(row)
}
