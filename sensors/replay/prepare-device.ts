import { type Clinic, listClinics } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice, type Device, listDevices, rotateDeviceKey } from '@eupnea/contract/devices.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import type { Portal } from './portal.ts'

const devicesAPage = 200

/** @throws Error when there is none, or the caller may not see it */
export async function findDemoClinic(portal: Portal): Promise<Clinic> {
  const { items } = await portal.call(listClinics, { page_size: 200 })
  const demo = items.find(({ is_demo }) => is_demo)
  if (!demo)
    throw new Error('The portal has no demonstration facility; play into a device of your own with --device and --key')
  return demo
}

/**
 * The device that replays a recording, with a resident; created on the first run and reused afterwards.
 * @param name of the recording
 * @returns its MQTT key, new each time because the portal never shows an old one again
 */
export async function prepareDevice(
  portal: Portal,
  clinic: Clinic,
  name: string,
): Promise<{ readonly username: string; readonly password: string }> {
  const uid = `replay-${name}`.slice(0, 64)
  const known = await findDevice(portal, uid)
  if (known && known.clinic_id !== clinic.id)
    throw new Error(`Device ${uid} belongs to another facility; remove it, or rename the recording`)
  if (known) {
    const key = await portal.call(rotateDeviceKey, { device_id: known.device_id })
    if (!known.patient_id) await assignResident(portal, clinic, name, known.device_id)
    return key
  }
  const device = await portal.call(createDevice, { device_uid: uid, name: uid, tz: clinic.tz, clinic_id: clinic.id })
  // Fast playback begins in the past.
  const since = new Date(Date.now() - 29 * 24 * 3_600_000).toISOString()
  await assignResident(portal, clinic, name, device.device_id, since)
  return device.key
}

async function findDevice(portal: Portal, uid: string): Promise<Device | null> {
  for (let page = 1; ; page++) {
    const { items, pagination } = await portal.call(listDevices, { page, limit: devicesAPage })
    const device = items.find(({ device_uid }) => device_uid === uid)
    if (device) return device
    if (items.length === 0 || page * devicesAPage >= pagination.total_records) return null
  }
}

async function assignResident(
  portal: Portal,
  clinic: Clinic,
  name: string,
  device_id: string,
  since?: string,
): Promise<void> {
  const resident = await portal.call(saveResident, {
    clinic_id: clinic.id,
    first_name: 'Recording',
    last_name: name.slice(0, 100),
    room: 'Replay',
    floor: clinic.floors[0] ?? '',
  })
  await portal.call(assignDevice, { device_id, patient_id: resident.patient_id, status: 1, ...(since && { since }) })
}
