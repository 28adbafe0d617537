import type { rotateDeviceKey as declaration } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { makeDeviceKey } from './device-key.ts'
import { updateKeyHash } from './devices.sql.ts'

/** Issues a new key; the event ends connections that use the old one (DE-8). */
export const rotateDeviceKey: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { device_id } = input
  const { password, hash } = makeDeviceKey()
  const device = await updateKeyHash(ctx, device_id, hash)
  if (!device) throw notFound('device')
  await recordAudit(ctx, { act: 'device.rotate-key', clinic_id: device.clinic_id, device_id })
  await ctx.emit({ type: 'device_key_changed', device_id })
  return { username: device_id, password }
}
