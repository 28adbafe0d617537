import { m } from '@eupnea/texts'
import { assignDevice } from '../devices/index.ts'
import type { Ctx } from '../platform/context.ts'
import { PortalError, refused } from '../platform/errors.ts'

/**
 * Links a new resident to the sensor with this ID (EA-4).
 * @throws like `assignDevice`, always about the field `device_uid`, which is all that the form has of the sensor
 */
export async function linkSensor(ctx: Ctx, patient_id: string, device_uid: string): Promise<void> {
  try {
    await assignDevice({ ctx, input: { device_uid, patient_id, status: 1 } })
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    if (error.status === 404) throw refused('device_uid', m.resident_sensor_not_found())
    throw new PortalError(error.status as 409, error.code, error.message, { title: error.title, field: 'device_uid' })
  }
}
