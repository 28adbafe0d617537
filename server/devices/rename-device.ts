import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { renameDevice as declaration } from '@eupnea/contract/devices.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deviceAnswer } from './device-answer.ts'
import { lockDevice, selectDevice } from './devices.sql.ts'
import { updateDeviceRow } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Renames a device (DE-4). */
export async function renameDevice({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
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
