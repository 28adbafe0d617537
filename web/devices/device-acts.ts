import type { Device } from '@eupnea/contract/devices.ts'

/** What can be done to a device. */
export type DeviceAct =
  | 'activity'
  | 'rename'
  | 'edit'
  | 'key'
  | 'replace'
  | 'remove'
  | 'activate'
  | 'deactivate'
  | 'stock'
  | 'return'
  | 'delete'

/**
 * What is offered, by where the device is; what stands in the way otherwise, such as stored readings, the server says.
 * What was returned comes back by being added in stock.
 */
export function actsOn(
  device: Pick<Device, 'clinic_id' | 'patient_id' | 'record_status' | 'is_returned'>,
): readonly DeviceAct[] {
  const isAtFacility = device.clinic_id !== null
  const acts: DeviceAct[] = ['activity', 'rename', 'edit']
  if (device.is_returned) return ['activity', 'rename', 'stock', 'delete']
  if (device.record_status === 'inactive')
    return [...acts, 'activate', ...(isAtFacility ? (['remove'] as const) : []), 'return', 'delete']
  acts.push('key')
  if (isAtFacility) acts.push('replace', 'remove')
  if (device.patient_id === null) acts.push('deactivate', 'return', 'delete')
  return acts
}
