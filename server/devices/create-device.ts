import type { createDevice as declaration } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { addDevices, nameTaken } from './add-devices.ts'
import { tellDevices } from './tell-devices.ts'

/** Creates one device, in a clinic or in stock, and issues its key (DE-2, DE-8). @throws 409 when its name is taken */
export const createDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id = null, ...line } = input
  const { devices, taken } = await addDevices(ctx, clinic_id, [line])
  if (taken[0]) throw nameTaken(taken[0], taken[0].field)
  const { device_id } = devices[0]!
  await recordAudit(ctx, { act: 'device.create', clinic_id, device_id })
  await tellDevices(ctx, clinic_id, { device_id })
  return devices[0]!
}
