import type { readDevice as declaration } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deviceAnswer } from './device-answer.ts'
import { selectDevice } from './devices.sql.ts'

/** One device, with its resident's room. @throws 404, also for a device of a clinic outside the scope (FA-4) */
export const readDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await selectDevice(ctx, input.device_id)
  if (!row) throw notFound('device')
  const { clinic_id, resident_id, device_id } = row
  await recordAudit(ctx, { act: 'device.read', clinic_id, resident_id, device_id })
  return deviceAnswer(row)
}
