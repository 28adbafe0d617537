import * as calls from '@eupnea/contract/devices.ts'
import type { Archive } from '../live/archive/index.ts'
import { type Route, route, runAs } from '../platform/route.ts'
import { addInStock } from './add-in-stock.ts'
import { assignDevice } from './assign-device.ts'
import { createDevice } from './create-device.ts'
import { createDevices } from './create-devices.ts'
import { deleteDevice } from './delete-device.ts'
import { listAllDevices } from './list-all-devices.ts'
import { listDeviceConnections } from './list-device-connections.ts'
import { listDeviceRecords } from './list-device-records.ts'
import { listDevices } from './list-devices.ts'
import { listInventory } from './list-inventory.ts'
import { listMalformedMessages } from './list-malformed-messages.ts'
import { readDevice } from './read-device.ts'
import { readDeviceActivity } from './read-device-activity.ts'
import { readDeviceMetrics } from './read-device-metrics.ts'
import { removeDevice } from './remove-device.ts'
import { renameDevice } from './rename-device.ts'
import { replaceDevices } from './replace-devices.ts'
import { returnDevice } from './return-device.ts'
import { rotateDeviceKey } from './rotate-device-key.ts'
import { setInventoryStatus } from './set-inventory-status.ts'
import { setRecordStatus } from './set-record-status.ts'
import { updateDevice } from './update-device.ts'

export const deviceRoutes: readonly Route[] = [
  route(calls.readDeviceMetrics, readDeviceMetrics),
  route(calls.listDevices, listDevices),
  route(calls.listAllDevices, listAllDevices),
  route(calls.listDeviceRecords, listDeviceRecords),
  route(calls.setRecordStatus, setRecordStatus),
  route(calls.listInventory, listInventory),
  route(calls.setInventoryStatus, setInventoryStatus),
  route(calls.listDeviceConnections, listDeviceConnections),
  route(calls.assignDevice, assignDevice),
  route(calls.replaceDevices, replaceDevices),
  route(calls.removeDevice, removeDevice),
  route(calls.readDevice, readDevice),
  route(calls.updateDevice, updateDevice),
  route(calls.renameDevice, renameDevice),
  route(calls.listMalformedMessages, listMalformedMessages),
  // They make and void keys.
  ...runAs(
    'work',
    route(calls.createDevice, createDevice, 201),
    route(calls.createDevices, createDevices, 201),
    route(calls.addInStock, addInStock),
    route(calls.returnDevice, returnDevice),
    route(calls.deleteDevice, deleteDevice),
    route(calls.rotateDeviceKey, rotateDeviceKey),
  ),
]

/** @param archive where readings are read, wherever they lie */
export const deviceActivityRoutes = (archive: Archive): readonly Route[] => [
  route(calls.readDeviceActivity, readDeviceActivity(archive)),
]
