import { z } from 'zod'
import { access } from './access.ts'
import { type Call, call } from './call.ts'
import { inventoryCalls } from './device-inventory.ts'
import {
  device,
  deviceFields,
  deviceKey,
  deviceMetrics,
  deviceName,
  devicePages,
  inventoryStatus,
  isNamed,
  keyedDevice,
  lineFault,
  malformedMessage,
  otherNames,
} from './device-shapes.ts'
import { id, line, listOf, missing, pagination, search } from './fields.ts'

export * from './device-inventory.ts'
export * from './device-shapes.ts'

/** Most devices in one answer or call. */
export const mostDevices = 5_000
export const deviceSorts = ['name', 'device_uid', 'room', 'last_seen'] as const

/** An id under which `/devices/{device_id}` finds the device: neither a word of another call's path nor a step in it. */
const newDeviceId = id.refine(
  (given) => !/^\.\.?$/.test(given) && !deviceCalls.some(({ path }) => path.split('/')[2] === given),
  'Has another meaning in the address of a device',
)

export const createDevice = call({
  name: 'createDevice',
  method: 'POST',
  path: '/devices',
  access: access.admin,
  summary: 'Create one device; its MQTT key is in the answer and is not shown again',
  input: z.object({ device_id: newDeviceId.optional(), ...deviceFields }),
  output: keyedDevice,
})

/** One device of many. */
export const deviceLine = createDevice.input.omit({ clinic_id: true })

/** A line that is none, with what is wrong with it: whether that refuses the whole call is the call's to say. */
const faultyLine = z
  .custom<never>(() => true)
  .transform((given: unknown) => ({ issues: deviceLine.safeParse(given).error?.issues ?? [] }))

export const createDevices = call({
  name: 'createDevices',
  method: 'POST',
  path: '/devices/bulk/{clinic_id}',
  access: access.admin,
  summary:
    'Create many devices for a facility, all or none; with partial those without a fault. Keys are not shown again',
  input: z
    .object({
      clinic_id: id,
      data: z
        .array(z.union([deviceLine, faultyLine]))
        .min(1)
        .max(mostDevices),
      partial: z.boolean().default(false),
    })
    .check(({ value, issues }) => {
      if (value.partial) return
      for (const [index, given] of value.data.entries())
        if ('issues' in given)
          for (const issue of given.issues)
            issues.push({ ...issue, path: ['data', index, ...issue.path], input: given } as (typeof issues)[number])
    }),
  output: z.object({ items: z.array(keyedDevice), total_records: z.number(), faults: z.array(lineFault) }),
})

export const listDevices = call({
  name: 'listDevices',
  method: 'GET',
  path: '/devices',
  access: access.staff,
  summary: 'Devices, paged',
  input: z.object({
    clinic_id: id.optional(),
    /** in stock, or at any clinic */
    place: z.enum(['stock', 'facility']).optional(),
    /** available: without a resident, and active */
    status: z.enum(['occupied', 'available']).optional(),
    connection: z.enum(['0', '1']).optional(),
    record_status: inventoryStatus.optional(),
    search,
    sort: z.enum(deviceSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    ...devicePages,
  }),
  output: listOf(device),
})

export const listAllDevices = call({
  name: 'listAllDevices',
  method: 'GET',
  path: '/devices/all',
  access: access.staff,
  summary: 'Devices of a facility without pages, at most 5,000; with status occupied those of its dashboard',
  input: z.object({ clinic_id: id, status: z.enum(['occupied', 'available']).optional() }),
  output: z.object({ items: z.array(device), total_records: z.number() }),
})

export const listDeviceConnections = call({
  name: 'listDeviceConnections',
  method: 'GET',
  path: '/devices/connection',
  access: access.staff,
  summary: 'Which devices are connected',
  input: z.object({ clinic_id: id.optional() }),
  output: z.object({
    items: z.array(device.pick({ device_id: true, device_conn_status: true })),
    total_records: z.number(),
  }),
})

export const readDeviceActivity = call({
  name: 'readDeviceActivity',
  method: 'GET',
  path: '/devices/activity',
  access: access.staff,
  summary: 'What a device has sent lately, by the uid printed on it: for whoever installs it',
  input: z.object({ device_uid: line(64, 1) }),
  output: device.extend({
    malformed: z.array(malformedMessage),
    /** the ten newest, newest first; of a resident before the present one none */
    readings: z.array(z.object({ ts: z.string(), rr: z.number().nullable(), dist: z.number().nullable() })),
  }),
})

export const readDevice = call({
  name: 'readDevice',
  method: 'GET',
  path: '/devices/{device_id}',
  access: access.staff,
  summary: 'One device',
  input: z.object({ device_id: id }),
  output: device,
})

export const assignDevice = call({
  name: 'assignDevice',
  method: 'POST',
  path: '/devices/assign',
  access: access.staff,
  summary: 'Link a device, named by device_id or by the uid printed on it, to a resident (1) or take it away (0)',
  input: z.object({ ...deviceName, patient_id: id, status: z.literal([0, 1]).default(1) }).check(isNamed),
  output: device,
})

export const updateDevice = call({
  name: 'updateDevice',
  method: 'POST',
  path: '/devices/{device_id}',
  access: access.admin,
  summary: 'Change a device; fields left out stay. Another facility only while it has no resident',
  input: z.object({
    device_id: id,
    name: line(100, 1).optional(),
    tz: deviceFields.tz,
    device_name: line(100, 1).optional(),
    device_tz: otherNames.device_tz,
    topic_prefix: deviceFields.topic_prefix,
    clinic_id: deviceFields.clinic_id,
    /** as the fields were when the change was thought of: refused when somebody has changed one since */
    was: device.pick({ name: true, tz: true, topic_prefix: true, clinic_id: true }).partial().optional(),
  }),
  output: device,
})

export const renameDevice = call({
  name: 'renameDevice',
  method: 'POST',
  path: '/devices/{device_id}/name',
  access: access.staff,
  summary: 'Give a device another name',
  input: z
    .object({ device_id: id, name: line(100, 1).optional(), device_name: line(100, 1).optional() })
    .check(({ value, issues }) => {
      if (value.name === undefined && value.device_name === undefined) issues.push(missing('name'))
    }),
  output: device,
})

export const deleteDevice = call({
  name: 'deleteDevice',
  method: 'POST',
  path: '/devices/{device_id}/delete',
  access: access.admin,
  summary: 'Delete a device that has neither a resident nor sent a reading',
  input: z.object({ device_id: id }),
  output: z.object({}),
})

export const rotateDeviceKey = call({
  name: 'rotateDeviceKey',
  method: 'POST',
  path: '/devices/{device_id}/key',
  access: access.admin,
  summary: 'Issue a new MQTT key; the one before stops working at once',
  input: z.object({ device_id: id }),
  output: deviceKey,
})

export const readDeviceMetrics = call({
  name: 'readDeviceMetrics',
  method: 'GET',
  path: '/devices/metrics',
  access: access.staff,
  summary: 'Counts of devices and residents in the scope of the caller',
  input: z.object({ clinic_id: id.optional() }),
  output: deviceMetrics,
})

export const listMalformedMessages = call({
  name: 'listMalformedMessages',
  method: 'GET',
  path: '/devices/{device_id}/malformed',
  access: access.staff,
  summary: 'What a device sent that could not be kept, by reason, newest first',
  input: z.object({ device_id: id }),
  output: z.object({ items: z.array(malformedMessage), pagination }),
})

export const deviceCalls: readonly Call[] = [
  ...inventoryCalls,
  readDeviceMetrics,
  listDevices,
  listAllDevices,
  listDeviceConnections,
  readDeviceActivity,
  createDevice,
  createDevices,
  assignDevice,
  readDevice,
  updateDevice,
  renameDevice,
  deleteDevice,
  rotateDeviceKey,
  listMalformedMessages,
]
