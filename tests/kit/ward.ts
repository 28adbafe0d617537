import { createClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevices } from '@eupnea/contract/devices.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import type { SpawnedPortal } from './spawn-portal.ts'

/** A clinic whose residents have devices, created through the calls. */

export interface Bed {
  readonly device_id: string
  readonly patient_id: string
  readonly key: { readonly username: string; readonly password: string }
}

export interface Ward {
  readonly clinic_id: string
  readonly beds: readonly Bed[]
}

const atOnce = 8

export async function createWard(portal: SpawnedPortal, name: string, size: number): Promise<Ward> {
  const { id: clinic_id } = await portal.send(createClinic, { name, tz: 'Europe/London', floors: ['1', '2'] })
  const data = Array.from({ length: size }, (_, index) => ({ device_uid: `${name}-${index}` }))
  const { items } = await portal.send(createDevices, { clinic_id, data })
  const beds = new Array<Bed>(size)
  // Tests send readings of before.
  const since = Temporal.Now.instant()
    .subtract({ hours: 24 * 30 - 1 })
    .toString()
  let next = 0
  const fill = async () => {
    for (let index = next++; index < size; index = next++) {
      const { device_id, key } = items[index]!
      const names = { first_name: 'Ada', last_name: `Byron ${index}`, room: String(101 + index), floor: '1' }
      const { patient_id } = await portal.send(saveResident, { clinic_id, ...names })
      await portal.send(assignDevice, { device_id, patient_id, status: 1, since })
      beds[index] = { device_id, patient_id, key }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fill))
  return { clinic_id, beds }
}
