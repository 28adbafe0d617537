import {
  listAllDevices,
  listDeviceConnections,
  listDeviceRecords,
  listDevices,
  listInventory,
  readDevice,
  readDeviceActivity,
  readDeviceMetrics,
} from '@eupnea/contract/devices.ts'

/** Calls that a change of a device makes out of date. */
export const deviceAnswers = [
  listDevices,
  listAllDevices,
  listDeviceRecords,
  listInventory,
  listDeviceConnections,
  readDevice,
  readDeviceActivity,
  readDeviceMetrics,
] as const
