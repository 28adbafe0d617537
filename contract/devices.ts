import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { type Call, call } from './call.ts'
import { inventoryCalls } from './device-inventory.ts'
import {
  device,
  deviceKey,
  deviceMetrics,
  devicePages,
  deviceUid,
  inventoryStatus,
  isNamed,
  keyedDevice,
  lineFault,
  malformedMessage,
  newDevice,
  newName,
  otherNames,
  presenceRange,
  whichDevice,
} from './device-shapes.ts'
import { id, instant, listOf, missing, pagination, search } from './fields.ts'

export * from './device-inventory.ts'
export * from './device-shapes.ts'

/** Maximum devices in one answer or call. */
export const mostDevices = 5_000
export const deviceSorts = ['name', 'device_uid', 'room', 'last_seen'] as const

/** An id that `/devices/{device_id}` can reach: neither a word of another call's path nor a relative path step. */
const newDeviceId = id.refine(
  (given) => !/^\.\.?$/.test(given) && !deviceCalls.some(({ path }) => path.split('/')[2] === given),
  m.device_id_reserved(),
)

export const createDevice = call({
  name: 'createDevice',
  method: 'POST',
  path: '/devices',
  access: access.clinicAdmins,
  summary: m.device_create_call(),
  input: z.object({ device_id: newDeviceId.optional(), ...newDevice }),
  output: keyedDevice,
})

/** One device of a bulk call. */
export const deviceLine = createDevice.input.omit({ clinic_id: true })

/** An invalid line with its error; whether that refuses the whole call is up to the call. */
const faultyLine = z
  .custom<never>(() => true)
  .transform((given: unknown) => ({ issues: deviceLine.safeParse(given).error?.issues ?? [] }))

export const createDevices = call({
  name: 'createDevices',
  method: 'POST',
  path: '/devices/bulk/{clinic_id}',
  access: access.clinicAdmins,
  summary: m.device_create_many_call(),
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
  summary: m.device_list_call(),
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
  summary: m.device_list_all_call(),
  input: z.object({ clinic_id: id, status: z.enum(['occupied', 'available']).optional() }),
  output: z.object({ items: z.array(device), total_records: z.number() }),
})

export const listDeviceConnections = call({
  name: 'listDeviceConnections',
  method: 'GET',
  path: '/devices/connection',
  access: access.staff,
  summary: m.device_list_connections_call(),
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
  summary: m.device_read_activity_call(),
  input: z.object({ device_uid: deviceUid }),
  output: device.extend({
    malformed: z.array(malformedMessage),
    /** logins with a wrong key in the last 30 days, and where the last one came from; null: none */
    wrong_keys: z.object({ count: z.number(), last_at: z.string(), address: z.string() }).nullable(),
    /** the ten newest, newest first; none from a previous resident */
    readings: z.array(z.object({ ts: z.string(), rr: z.number().nullable(), dist: z.number().nullable() })),
  }),
})

export const readDevice = call({
  name: 'readDevice',
  method: 'GET',
  path: '/devices/{device_id}',
  access: access.staff,
  summary: m.device_read_call(),
  input: z.object({ device_id: id }),
  output: device,
})

export const assignDevice = call({
  name: 'assignDevice',
  method: 'POST',
  path: '/devices/assign',
  access: access.staff,
  summary: m.device_assign_call(),
  input: z
    .object({
      ...whichDevice,
      patient_id: id,
      status: z.literal([0, 1]).default(1),
      /** since when the resident has been in this bed; absent: from now on (WA-13) */
      since: instant.optional(),
    })
    .check(isNamed),
  output: device,
})

export const updateDevice = call({
  name: 'updateDevice',
  method: 'POST',
  path: '/devices/{device_id}',
  access: access.clinicAdmins,
  summary: m.device_update_call(),
  input: z.object({
    device_id: id,
    name: newName.optional(),
    tz: newDevice.tz,
    device_name: newName.optional(),
    device_tz: otherNames.device_tz,
    topic_prefix: newDevice.topic_prefix,
    clinic_id: newDevice.clinic_id,
    presence_range: presenceRange.optional(),
    /** the fields as the caller saw them: refused when one has changed since */
    was: device
      .pick({ name: true, tz: true, topic_prefix: true, clinic_id: true, presence_range: true })
      .partial()
      .optional(),
  }),
  output: device,
})

export const renameDevice = call({
  name: 'renameDevice',
  method: 'POST',
  path: '/devices/{device_id}/name',
  access: access.staff,
  summary: m.device_rename_call(),
  input: z
    .object({ device_id: id, name: newName.optional(), device_name: newName.optional() })
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
  summary: m.device_delete_call(),
  input: z.object({ device_id: id }),
  output: z.object({}),
})

export const rotateDeviceKey = call({
  name: 'rotateDeviceKey',
  method: 'POST',
  path: '/devices/{device_id}/key',
  access: access.clinicAdmins,
  fresh: true,
  summary: m.device_rotate_key_call(),
  input: z.object({ device_id: id }),
  output: deviceKey,
})

export const readDeviceMetrics = call({
  name: 'readDeviceMetrics',
  method: 'GET',
  path: '/devices/metrics',
  access: access.staff,
  summary: m.device_read_metrics_call(),
  input: z.object({ clinic_id: id.optional() }),
  output: deviceMetrics,
})

export const listMalformedMessages = call({
  name: 'listMalformedMessages',
  method: 'GET',
  path: '/devices/{device_id}/malformed',
  access: access.staff,
  summary: m.device_list_malformed_call(),
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
