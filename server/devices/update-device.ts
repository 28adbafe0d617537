import type { CallInput } from '@eupnea/contract/call.ts'
import type { updateDevice as declaration } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { type Ctx, seesAll } from '../platform/context.ts'
import { conflict, notFound, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deviceAnswer } from './device-answer.ts'
import { refuseOccupied } from './device-holder.ts'
import { type LockedDevice, lockDevice, selectDevice } from './devices.sql.ts'
import { type DeviceChanges, moveToStock, selectIdOfPrefix, updateDeviceRow } from './inventory.sql.ts'
import { tellDevices } from './tell-devices.ts'

const fields = ['name', 'tz', 'topic_prefix', 'clinic_id', 'presence_range'] as const

/**
 * Changes the given fields (DE-4). Moving to another clinic or into stock needs a device without a resident; in the new
 * clinic it takes that clinic's zone unless one is given.
 * @throws 409 when someone has changed a field since (`was`), when another device has the topic prefix, and when the
 * device can't be moved
 */
export const updateDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { device_id, was = {} } = input
  if (!seesAll(ctx.actor)) refuseMoving(input)
  const said = { ...input, name: input.name ?? input.device_name, tz: input.tz ?? input.device_tz }
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  const stale = fields.find((field) => was[field] !== undefined && was[field] !== device[field])
  if (stale) throw conflict('device_changed', changedText(stale, device[stale]), stale)
  const changed = fields.filter((field) => said[field] !== undefined && said[field] !== device[field])
  if (changed.length > 0) {
    const changes: DeviceChanges = Object.fromEntries(changed.map((field) => [field, said[field]]))
    await change(ctx, device, changes, said.tz === undefined)
  }
  const row = (await selectDevice(ctx, device_id))!
  await recordAudit(ctx, {
    act: 'device.update',
    clinic_id: row.clinic_id,
    resident_id: row.resident_id,
    device_id,
    changes: changesOf(device, row, fields),
  })
  return deviceAnswer(row)
}

/** Where a sensor is installed, and by which prefix it speaks, concerns more than one facility (EA-3). @throws 422 */
function refuseMoving(input: CallInput<typeof declaration>): void {
  for (const field of ['clinic_id', 'topic_prefix'] as const)
    if (input[field] !== undefined) throw refused(field, m.device_administrators_only())
}

function changedText(field: string, value: string | number | null): string {
  if (field === 'clinic_id') return m.device_moved_meanwhile()
  return value === null ? m.common_cleared_meanwhile() : m.common_edited_meanwhile({ value: String(value) })
}

async function change(ctx: Ctx, device: LockedDevice, changes: DeviceChanges, takesZone: boolean): Promise<void> {
  const { id: device_id } = device
  const { topic_prefix, clinic_id, ...others } = changes
  let zone: Pick<DeviceChanges, 'tz'> = {}
  if (topic_prefix && (await selectIdOfPrefix(ctx, topic_prefix)) !== undefined)
    throw conflict('device_exists', m.device_topic_prefix_taken(), 'topic_prefix')
  if (clinic_id !== undefined) {
    await refuseOccupied(ctx, device_id)
    if (clinic_id !== null && device.inventory_status === 'inactive')
      throw conflict('device_inactive', m.device_inactive(), 'clinic_id')
    if (clinic_id === null) await moveToStock(ctx, [device_id])
    else {
      const { tz } = await clinicOf(ctx, clinic_id)
      if (takesZone) zone = { tz }
    }
  }
  await updateDeviceRow(ctx, device_id, {
    ...others,
    ...zone,
    ...(topic_prefix !== undefined && { topic_prefix }),
    ...(clinic_id !== undefined && { clinic_id }),
  })
  await tellDevices(ctx, device.clinic_id, { device_id })
  if (clinic_id !== undefined) await tellDevices(ctx, clinic_id, { device_id })
}
