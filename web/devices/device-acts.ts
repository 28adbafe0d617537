import type { Device } from '@eupnea/contract/devices.ts'

/** What can be done to a device. */
export type DeviceAct =
  | 'activity'
  | 'link'
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

/** What staff may do who are no administrators, as the calls' access says. */
const staffActs: readonly DeviceAct[] = ['activity', 'link', 'rename']

/** What facility administrators may do besides (EA-3). */
const clinicAdminActs: readonly DeviceAct[] = [...staffActs, 'edit', 'key']

export type DeviceRight = 'staff' | 'clinic-admin' | 'administrator'

/**
 * Which acts are offered depends on where the device is; the server refuses what it can't do, such as deleting stored readings.
 * What was returned comes back by being added in stock.
 */
export function actsOn(
  device: Pick<Device, 'clinic_id' | 'patient_id' | 'record_status' | 'is_returned'>,
  right: DeviceRight,
): readonly DeviceAct[] {
  const acts = allActsOn(device)
  if (right === 'administrator') return acts
  return acts.filter((act) => (right === 'clinic-admin' ? clinicAdminActs : staffActs).includes(act))
}

function allActsOn({
  clinic_id,
  patient_id,
  record_status,
  is_returned,
}: Parameters<typeof actsOn>[0]): readonly DeviceAct[] {
  const isAtClinic = clinic_id !== null
  if (is_returned) return ['activity', 'rename', 'stock', 'delete']
  if (record_status === 'inactive')
    return ['activity', 'rename', 'edit', 'activate', ...(isAtClinic ? (['remove'] as const) : []), 'return', 'delete']
  const acts: DeviceAct[] = ['activity', ...(patient_id === null ? (['link'] as const) : []), 'rename', 'edit', 'key']
  if (isAtClinic) acts.push('replace', 'remove')
  if (patient_id === null) acts.push('deactivate', 'return', 'delete')
  return acts
}
