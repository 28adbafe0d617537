import type { createDevices as declaration, LineFault } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import { PortalError } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { addDevices, type DeviceLine, type TakenName } from './add-devices.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Creates many devices for a clinic (DE-2): all or none, or with `partial` those whose line is valid.
 * @throws 409 naming each conflicting line: `data.3.device_uid`
 */
export const createDevices: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, data, partial } = input
  const faults: LineFault[] = []
  const lines: DeviceLine[] = []
  const numbers: number[] = []
  for (const [line, given] of data.entries()) {
    if ('issues' in given) {
      const [issue] = given.issues
      faults.push({ line, field: issue?.path.join('.') ?? '', message: issue?.message ?? '' })
    } else {
      lines.push(given)
      numbers.push(line)
    }
  }
  const { devices, taken } = await addDevices(ctx, clinic_id, lines)
  if (taken[0] && !partial) throw linesTaken(taken)
  faults.push(...taken.map((fault) => ({ ...fault, line: numbers[fault.line]! })))
  faults.sort((one, other) => one.line - other.line)
  if (devices.length > 0) {
    const device_ids = devices.map((device) => device.device_id)
    await recordAudit(ctx, { act: 'device.create-many', clinic_id, detail: { device_ids } })
    await tellDevices(ctx, clinic_id)
  }
  return { items: devices, total_records: devices.length, faults }
}

function linesTaken(taken: readonly TakenName[]): PortalError {
  const errors = taken.map(({ line, field, message }) => ({
    field: `data.${line}.${field}`,
    line,
    code: 'device_exists',
    message,
  }))
  return new PortalError(409, 'device_exists', errors[0]!.message, { field: errors[0]!.field, errors })
}
