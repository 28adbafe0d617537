import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, listOf, paging, search } from './fields.ts'

/** Whom and what a report can be about (RP-6). */

export const reportResident = z.object({
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  room: z.string(),
  floor_id: z.string(),
  /** 1 active, 2 discharged */
  status: z.number(),
  /** from when until when a device was theirs, ISO 8601; since null: never, until null: still or never */
  since: z.string().nullable(),
  until: z.string().nullable(),
})
export type ReportResident = z.output<typeof reportResident>

export const listReportResidents = call({
  name: 'listReportResidents',
  method: 'GET',
  path: '/reports/residents',
  access: access.staff,
  summary: m.report_residents_call(),
  input: z.object({ clinic_id: id, search, ...paging }),
  output: listOf(reportResident),
})

export const reportDevice = z.object({
  device_id: z.string(),
  name: z.string(),
  /** of the resident who has it now */
  room: z.string().nullable(),
  /** who has it now */
  patient_id: z.string().nullable(),
  /** it is the clinic's now; otherwise it once was a resident's there */
  is_present: z.boolean(),
})

export const listReportDevices = call({
  name: 'listReportDevices',
  method: 'GET',
  path: '/reports/devices',
  access: access.staff,
  summary: m.report_devices_call(),
  input: z.object({ clinic_id: id, search, ...paging }),
  output: listOf(reportDevice),
})

export const reportChoiceCalls = [listReportResidents, listReportDevices]
