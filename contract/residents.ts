import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { consentLacks, consentOfResident } from './consents.ts'
import {
  id,
  inputOf,
  instant,
  line,
  listOf,
  missing,
  outputOf,
  pagination,
  paging,
  queryInteger,
  schemaOf,
  search,
  text,
} from './fields.ts'
import { lastRr } from './last-rr.ts'
import { leaveSpan } from './leaves.ts'
import { rateLimits } from './plans.ts'
import { nameFields } from './resident-name.ts'
import { newResidentFields, residentFields } from './residents.fields.ts'

export * from './last-rr.ts'

/** 1 active, 2 discharged, 0 deleted (RE-3). */
export const residentStatus = { deleted: 0, active: 1, discharged: 2 } as const
export const residentStatusCode = z.literal([0, 1, 2])

export const flagStatusCode = z.literal([1, 2, 3, 4, 5])

export const residentDevice = z.object({
  device_id: z.string(),
  device_name: z.string(),
  device_conn_status: z.literal([0, 1]),
  device_tz: z.string(),
})
export type ResidentDevice = z.output<typeof residentDevice>

/** A resident; `patient` on the wire (specification section 3). Card state (flash, hold) belongs to the screen. */
export const resident = z.object({
  patient_id: z.string(),
  clinic_id: z.string(),
  ...outputOf(residentFields),
  status: residentStatusCode,
  information_file: z.string().nullable(),
  isDocumentChanged: z.boolean(),
  device_id: z.string().nullable(),
  device: residentDevice.nullable(),
  flaggedResidentNotes: z.object({ status: flagStatusCode }),
  /** limits of the monitoring plan in force (PL-2) */
  plan: rateLimits,
  ...consentOfResident,
  /** running or next; null: none (PL-6) */
  leave: leaveSpan.nullable(),
  /** when the record last changed; flag, device and face sheet don't count */
  updated_at: z.string(),
})
export type Resident = z.output<typeof resident>

export const residentSorts = ['room', 'name', 'floor', 'status', 'admission'] as const

export const listResidents = call({
  name: 'listResidents',
  method: 'GET',
  path: '/residents',
  access: access.staff,
  summary: m.resident_list_call(),
  input: z.object({
    clinic_id: id.optional(),
    status: z
      .string()
      .regex(/^(3|[012](,[012])*)$/, m.resident_status_invalid())
      .default('1'),
    /** part of a name, a room or a device's name */
    search,
    name: search,
    room: search,
    floor: search,
    device: z.enum(['with', 'without']).optional(),
    /** missing: monitored, with nothing on record (PL-5) */
    consent: z.enum(consentLacks).optional(),
    /** floors in the clinic's own order; status: active, discharged, deleted */
    sort: z.enum(residentSorts).default('room'),
    order: z.enum(['asc', 'desc']).default('asc'),
    ...paging,
  }),
  output: listOf(resident),
})

const pickNames = Object.fromEntries(nameFields.map((name) => [name, true])) as Record<
  (typeof nameFields)[number],
  true
>

/** A resident by room, with their device. An available device has neither floor nor room. */
const roomPlace = z.object({
  floor: z.string(),
  room: z.string(),
  resident: resident.pick({ ...pickNames, patient_id: true, flaggedResidentNotes: true }).nullable(),
  /** last_seen: instant of the device's newest reading, ISO 8601, whoever its resident was */
  device: residentDevice.extend({ last_seen: z.string().nullable() }).nullable(),
})
export type RoomPlace = z.output<typeof roomPlace>

export const roomStates = ['connected', 'disconnected', 'no_device', 'free'] as const

export const listRooms = call({
  name: 'listRooms',
  method: 'GET',
  path: '/residents/rooms',
  access: access.staff,
  summary: m.resident_list_rooms_call(),
  input: z.object({
    clinic_id: id,
    /** part of a name, a room or a device's name */
    search,
    floor: search,
    state: z.enum(roomStates).optional(),
    ...paging,
  }),
  output: listOf(roomPlace),
})

export const readResident = call({
  name: 'readResident',
  method: 'GET',
  path: '/residents/{patient_id}',
  access: access.staff,
  summary: m.resident_read_call(),
  input: z.object({ patient_id: id }),
  output: resident,
})

export const saveResident = call({
  name: 'saveResident',
  method: 'POST',
  path: '/residents',
  access: access.staff,
  summary: m.resident_save_call(),
  once: true,
  input: z
    .object({
      clinic_id: id.optional(),
      ...inputOf(residentFields),
      /** of the sensor that is linked to them as well (EA-4) */
      device_uid: schemaOf(newResidentFields.device_uid).optional(),
      patient_id: id.optional(),
      /** `updated_at` of the record being edited; the call is refused if it has changed since */
      if_updated_at: instant.optional(),
    })
    .check(({ value, issues }) => {
      if (value.patient_id) return
      for (const field of ['clinic_id', 'first_name', 'last_name'] as const)
        if (value[field] === undefined) issues.push(missing(field))
    }),
  output: resident,
})

export const setResidentStatus = call({
  name: 'setResidentStatus',
  method: 'POST',
  path: '/residents/{patient_id}/status',
  access: access.staff,
  summary: m.resident_set_status_call(),
  input: z.object({ patient_id: id, status: residentStatusCode }),
  output: resident,
})

export const undoResidentStatus = call({
  name: 'undoResidentStatus',
  method: 'POST',
  path: '/residents/{patient_id}/undo-status',
  access: access.staff,
  summary: m.resident_undo_status_call(),
  input: z.object({
    patient_id: id,
    /** the status before */
    status: z.literal([residentStatus.active, residentStatus.discharged]),
    /** the device that the resident had; the call is refused if someone else has it now */
    device_id: id.optional(),
  }),
  output: resident,
})

export const uploadFaceSheet = call({
  name: 'uploadFaceSheet',
  method: 'PUT',
  path: '/residents/{patient_id}/face-sheet',
  access: access.staff,
  summary: m.resident_upload_face_sheet_call(),
  input: z.object({
    patient_id: id,
    prefix: line(100, 1).default('face-sheet'),
    /** of the file, ms since the epoch */
    last_modified: queryInteger(0, 8_640_000_000_000_000),
  }),
  output: resident,
  carries: 'upload',
})

export const readFaceSheet = call({
  name: 'readFaceSheet',
  method: 'GET',
  path: '/residents/{patient_id}/face-sheet',
  access: access.staff,
  summary: m.resident_read_face_sheet_call(),
  input: z.object({ patient_id: id }),
  output: z.unknown(),
  carries: 'download',
})

export const removeFaceSheet = call({
  name: 'removeFaceSheet',
  method: 'DELETE',
  path: '/residents/{patient_id}/face-sheet',
  access: access.staff,
  summary: m.resident_remove_face_sheet_call(),
  input: z.object({ patient_id: id }),
  output: resident,
})

export const listLastRr = call({
  name: 'listLastRr',
  method: 'GET',
  path: '/residents/last-rr',
  access: access.staffAndDisplays,
  summary: m.resident_list_last_rr_call(),
  input: z.object({ clinic_id: id, graph: z.enum(['true', 'false']).optional() }),
  output: z.object({ items: z.array(lastRr), pagination }),
})

export const statusLog = z.object({
  id: z.string(),
  patient_id: z.string(),
  status: flagStatusCode,
  note: z.string(),
  created_at: z.string(),
  created_by: z.string(),
})

export const listStatusLogs = call({
  name: 'listStatusLogs',
  method: 'GET',
  path: '/residents/{patient_id}/status-logs',
  access: access.staff,
  summary: m.resident_list_status_logs_call(),
  input: z.object({ patient_id: id, ...paging }),
  output: listOf(statusLog),
})

export const flagResident = call({
  name: 'flagResident',
  method: 'PUT',
  path: '/residents/{patient_id}/status-note',
  access: access.staff,
  summary: m.resident_flag_call(),
  input: z.object({ patient_id: id, status: flagStatusCode, note: text(4_000).default('') }),
  output: resident,
})

/** Staff confirm that a bed without a breathing signal is empty (WA-2). */
export const emptyBed = call({
  name: 'emptyBed',
  method: 'POST',
  path: '/residents/{patient_id}/bed-empty',
  access: access.staff,
  summary: m.signal_empty_bed_call(),
  input: z.object({ patient_id: id }),
  output: z.object({ patient_id: z.string() }),
})

export const residentCalls = [
  listResidents,
  listRooms,
  listLastRr,
  readResident,
  saveResident,
  setResidentStatus,
  undoResidentStatus,
  emptyBed,
  uploadFaceSheet,
  readFaceSheet,
  removeFaceSheet,
  listStatusLogs,
  flagResident,
]
