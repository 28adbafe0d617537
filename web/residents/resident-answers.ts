import { listDeviceRecords, listInventory } from '@eupnea/contract/device-inventory.ts'
import { listAllDevices, listDevices, readDevice } from '@eupnea/contract/devices.ts'
import { readLeave } from '@eupnea/contract/leaves.ts'
import { listLastRr, listResidents, listRooms, readResident } from '@eupnea/contract/residents.ts'
import { fetchAgain } from '../shared/query.ts'

/** Calls made out of date by a change to a resident; devices are listed with their resident's room. */
export const residentAnswers = [
  readResident,
  readLeave,
  listResidents,
  listRooms,
  listLastRr,
  listDevices,
  listAllDevices,
  listInventory,
  listDeviceRecords,
  readDevice,
] as const

/** Fetches them again after `work`, even if that failed: it met something out of date. */
export async function refreshingResidents<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await fetchAgain(residentAnswers)
  }
}
