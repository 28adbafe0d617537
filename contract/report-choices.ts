import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, listOf, paging, search } from './fields.ts'

/** Residents and devices that a report can cover (RP-6). */

const reportResident = z.object({
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  room: z.string(),
  floor_id: z.string(),
  /** 1 active, 2 discharged */
  status: z.number(),
  /**
   * first and last instant with a device, ISO 8601; since null: never had one; until null: still has one, or never did
   */
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

const reportDevice = z.object({
  device_id: z.string(),
  name: z.string(),
  /** of its current resident */
  room: z.string().nullable(),
  /** its current resident */
  patient_id: z.string().nullable(),
  /** at the clinic now; otherwise one of its residents had it once */
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
