import type { addInStock as declaration } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deviceAnswer } from './device-answer.ts'
import { makeDeviceKey } from './device-key.ts'
import { lockDevice, selectDevice, selectIdOfUid } from './devices.sql.ts'
import { takeBack } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

/** Puts a returned device back in stock, active and with a new key (DE-4, DE-8). @throws 409 for any other device */
export const addInStock: Verb<typeof declaration> = async ({ ctx, input }) => {
  const device_id = input.device_id ?? (await selectIdOfUid(ctx, input.device_uid ?? ''))
  if (device_id === undefined || !(await lockDevice(ctx, device_id))) throw notFound('device')
  const { password, hash } = makeDeviceKey()
  if (!(await takeBack(ctx, device_id, hash)))
    throw conflict('device_in_inventory', m.device_in_inventory(), 'device_id')
  await recordAudit(ctx, { act: 'device.add-in-stock', clinic_id: null, device_id })
  await tellDevices(ctx, null, { device_id })
  return { ...deviceAnswer((await selectDevice(ctx, device_id))!), key: { username: device_id, password } }
}
