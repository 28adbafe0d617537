import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import {
  device,
  devicePages,
  deviceRecord,
  deviceUid,
  inventoryItem,
  inventoryStatus,
  isNamed,
  keyedDevice,
  recordStatus,
  replacement,
  whichDevice,
} from './device-shapes.ts'
import { id, listOf, missing, search } from './fields.ts'

/** Calls on a device's life cycle: records, inventory, stock, replacement (DE-1 to DE-4, DE-6). */

/** Maximum lines in one replacement call. */
export const mostReplacements = 500

export const listDeviceRecords = call({
  name: 'listDeviceRecords',
  method: 'GET',
  path: '/devices/records',
  access: access.staff,
  summary: m.device_list_records_call(),
  input: z.object({
    clinic_id: id.optional(),
    device_id: id.optional(),
    patient_id: id.optional(),
    record_status: recordStatus.optional(),
    search,
    ...devicePages,
  }),
  output: listOf(deviceRecord),
})

export const setRecordStatus = call({
  name: 'setRecordStatus',
  method: 'POST',
  path: '/devices/records/status',
  access: access.staff,
  summary: m.device_set_record_status_call(),
  input: z.object({
    record_id: z.string().regex(/^\d{1,18}$/, m.device_record_id_invalid()),
    record_status: recordStatus,
  }),
  queried: ['record_id', 'record_status'],
  output: deviceRecord,
})

export const listInventory = call({
  name: 'listInventory',
  method: 'GET',
  path: '/devices/inventory',
  access: access.staff,
  summary: m.device_list_inventory_call(),
  input: z.object({
    status: inventoryStatus.optional(),
    /** the same, under the name used in answers */
    record_status: inventoryStatus.optional(),
    clinic_id: id.optional(),
    place: z.enum(['stock', 'facility']).optional(),
    admin_id: id.optional(),
    user_id: id.optional(),
    search,
    ...devicePages,
  }),
  output: listOf(inventoryItem),
})

export const setInventoryStatus = call({
  name: 'setInventoryStatus',
  method: 'POST',
  path: '/devices/inventory/status',
  access: access.admin,
  summary: m.device_set_inventory_status_call(),
  input: z.object({ record_id: id, record_status: inventoryStatus }),
  queried: ['record_id', 'record_status'],
  output: inventoryItem,
})

export const replaceDevices = call({
  name: 'replaceDevices',
  method: 'POST',
  path: '/devices/replace/{clinic_id}',
  access: access.admin,
  summary: m.device_replace_call(),
  input: z.object({
    clinic_id: id,
    data: z
      .array(
        z
          .object({
            old_device_id: id,
            new_device_id: id.optional(),
            new_device_uid: deviceUid.optional(),
          })
          .check(({ value, issues }) => {
            if (value.new_device_id === undefined && value.new_device_uid === undefined)
              issues.push(missing('new_device_id'))
          }),
      )
      .min(1)
      .max(mostReplacements),
    /** lines already done are skipped, and each line succeeds or fails on its own */
    retry: z.boolean().default(false),
  }),
  output: z.object({ items: z.array(replacement), total_records: z.number() }),
})

export const removeDevice = call({
  name: 'removeDevice',
  method: 'POST',
  path: '/devices/remove/{clinic_id}/{device_id}',
  access: access.admin,
  summary: m.device_remove_call(),
  input: z.object({ clinic_id: id, device_id: id }),
  output: device,
})

export const addInStock = call({
  name: 'addInStock',
  method: 'POST',
  path: '/devices/stock',
  access: access.admin,
  summary: m.device_add_in_stock_call(),
  input: z.object(whichDevice).check(isNamed),
  output: keyedDevice,
})

export const returnDevice = call({
  name: 'returnDevice',
  method: 'POST',
  path: '/devices/{device_id}/return',
  access: access.admin,
  summary: m.device_return_call(),
  input: z.object({ device_id: id }),
  output: inventoryItem,
})

export const inventoryCalls = [
  listDeviceRecords,
  setRecordStatus,
  listInventory,
  setInventoryStatus,
  replaceDevices,
  removeDevice,
  addInStock,
  returnDevice,
]
