import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { rotateDeviceKey as declaration } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { makeDeviceKey } from './device-key.ts'
import { updateKeyHash } from './devices.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Issues a new key; the event ends connections that use the old one (DE-8). */
export async function rotateDeviceKey({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { device_id } = input
  const { password, hash } = makeDeviceKey()
  const device = await updateKeyHash(ctx, device_id, hash)
  if (!device) throw notFound('device')
  await recordAudit(ctx, { act: 'device.rotate-key', clinic_id: device.clinic_id, device_id })
  await ctx.emit({ type: 'device_key_changed', device_id })
  return { username: device_id, password }
}
