import { listDeviceRecords, listInventory } from '@eupnea/contract/device-inventory.ts'
import { listAllDevices, listDevices, readDevice } from '@eupnea/contract/devices.ts'
import { listLastRr, listResidents, listRooms, readResident } from '@eupnea/contract/residents.ts'
import { fetchAgain } from '../shared/query.ts'

/** Calls that a change of a resident makes out of date; devices are shown with their resident's room. */
export const residentAnswers = [
  readResident,
  listResidents,
  listRooms,
  listLastRr,
  listDevices,
  listAllDevices,
  listInventory,
  listDeviceRecords,
  readDevice,
] as const

/** Fetches them again after `work`, also when it failed: what it met was out of date. */
export async function refreshingResidents<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await fetchAgain(residentAnswers)
  }
}
