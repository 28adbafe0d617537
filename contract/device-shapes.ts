import { z } from 'zod'
import { deviceChangeFields, deviceFields } from './devices.fields.ts'
import { id, missing, paging, queryInteger, schemaOf, timeZone } from './fields.ts'

/** Inputs and outputs of the calls about devices (specification section 3). */

const connection = z.literal([0, 1])

/** Inventory status: an active device may connect and be assigned, an inactive one may do neither. */
export const inventoryStatus = z.enum(['active', 'inactive'])
/** Whether the device is still linked to the resident. */
export const recordStatus = z.enum(['current', 'previous'])

/** A sensor. */
export const device = z.object({
  device_id: z.string(),
  device_uid: z.string(),
  name: z.string(),
  device_name: z.string(),
  tz: z.string(),
  device_tz: z.string(),
  /** null: in stock */
  clinic_id: z.string().nullable(),
  patient_id: z.string().nullable(),
  /** room and floor of its resident */
  room: z.string().nullable(),
  floorName: z.string().nullable(),
  device_conn_status: connection,
  /** occupied means the device has a resident (DE-5) */
  status: z.enum(['occupied', 'available']),
  record_status: inventoryStatus,
  /** out of the inventory: inactive, and its key void */
  is_returned: z.boolean(),
  /** says only what changes: neither a lost breath nor a stuck sensor can be told (WA-9) */
  is_change_only: z.boolean(),
  /** how often it sends, where that is less than each minute: it counts as silent after twice as long (WA-1) */
  sends_every_seconds: z.number().nullable(),
  fw_version: z.string().nullable(),
  softap_ssid: z.string().nullable(),
  target_ssid: z.string().nullable(),
  /** MQTT topic prefix of an ESPHome node; null for a device that speaks the portal's own topics */
  topic_prefix: z.string().nullable(),
  /** metres in which somebody counts as in bed (WA-9) */
  presence_range: z.number(),
  /** instant of the newest reading, ISO 8601 */
  last_seen: z.string().nullable(),
})
export type Device = z.output<typeof device>

/** What is printed on a device, where a call names it. */
export const deviceUid = schemaOf({ ...deviceFields.device_uid, isRequired: true })
/** A name that is not taken away again. */
export const newName = schemaOf({ ...deviceFields.name, isRequired: true })
export const presenceRange = schemaOf(deviceChangeFields.presence_range)
const topicPrefix = schemaOf({ ...deviceFields.topic_prefix, isRequired: true })

/** The specification has two names for each of these, and so have answers; the shorter one holds when both are given. */
export const otherNames = { device_name: schemaOf(deviceFields.name).optional(), device_tz: timeZone.optional() }

/** What is said of a device when it is made, beside its id. An empty zone or prefix is left out, or null. */
export const newDevice = {
  device_uid: deviceUid.optional(),
  name: schemaOf(deviceFields.name).optional(),
  tz: timeZone.optional(),
  ...otherNames,
  clinic_id: id.nullish(),
  topic_prefix: topicPrefix.nullish(),
}

/** Which device: by its id, or by the uid printed on it. */
export const whichDevice = { device_id: id.optional(), device_uid: deviceUid.optional() }

/** Reports an error if neither is given. */
export const isNamed: z.core.CheckFn<{ device_id?: string | undefined; device_uid?: string | undefined }> = ({
  value,
  issues,
}) => {
  if (value.device_id === undefined && value.device_uid === undefined) issues.push(missing('device_id'))
}

/** Device lists have ten rows a page (specification section 9). */
export const devicePages = { page: paging.page, limit: queryInteger(1, 200).prefault(10) }

/** Shown once, on creation. */
export const deviceKey = z.object({ username: z.string(), password: z.string() })
export type DeviceKey = z.output<typeof deviceKey>

export const keyedDevice = device.extend({ key: deviceKey })

/** What is wrong with one line of a bulk call; `line` counts from 0. */
export const lineFault = z.object({ line: z.number(), field: z.string(), message: z.string() })
export type LineFault = z.output<typeof lineFault>

/** A resident linked to a device, now or in the past. */
export const deviceRecord = z.object({
  record_id: z.string(),
  record_status: recordStatus,
  device_id: z.string(),
  /** its current name; the id if the caller can't see the device */
  device_name: z.string(),
  patient_id: z.string(),
  clinic_id: z.string(),
  /** the resident's current room */
  room: z.string().nullable(),
  /** when they were linked; whoever linked them may have stated an earlier instant from which readings count */
  since: z.string(),
  /** null while still linked */
  until: z.string().nullable(),
})
export type DeviceRecord = z.output<typeof deviceRecord>

/** A device and who added it to stock: admin_id for a Superadmin, user_id for anyone else (DE-6). */
export const inventoryItem = device.extend({
  /** the device's id, used to change the status */
  record_id: z.string(),
  admin_id: z.string().nullable(),
  user_id: z.string().nullable(),
  stocked_at: z.string(),
})
export type InventoryItem = z.output<typeof inventoryItem>

export const deviceMetrics = z.object({
  /** disconnected of the installed ones, rounded; 0 when none is installed */
  disconnected_devices_percentage: z.number(),
  /** devices at a clinic, not in stock */
  installed_devices: z.number(),
  /** residents with status 1 */
  total_admitted_patients: z.number(),
  total_clinics: z.number(),
  /** residents whose device is connected */
  total_connected_patients: z.number(),
  total_disconnected_devices: z.number(),
  total_online_devices: z.number(),
})

export const malformedMessage = z.object({
  reason: z.string(),
  count: z.number(),
  last_at: z.string(),
  sample: z.string(),
})

/** One line of a replacement and its outcome. */
export const replacement = z.object({
  old_device_id: z.string(),
  new_device_id: z.string().nullable(),
  status: z.enum(['success', 'error']),
  /** done by an earlier call */
  was_done: z.boolean(),
  /** why not */
  message: z.string().nullable(),
})
export type Replacement = z.output<typeof replacement>
