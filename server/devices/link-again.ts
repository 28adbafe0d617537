import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { assignDevice } from './assign-device.ts'
import { selectFreedDevice } from './assignments.sql.ts'

/**
 * Links the sensor again that a resident had until their discharge, which is taken back (RE-4). Does nothing if somebody
 * else has had it since, it has left the facility, or the link is refused.
 */
export async function linkAgain(ctx: Ctx, clinic_id: string, patient_id: string): Promise<void> {
  const device_id = await selectFreedDevice(ctx, clinic_id, patient_id)
  if (device_id === undefined) return
  await assignDevice({ ctx, input: { device_id, patient_id, status: 1 } }).catch((error) => {
    if (!(error instanceof PortalError)) throw error
  })
}
