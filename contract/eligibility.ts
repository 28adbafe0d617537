import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { date, id, listOf, paging, search } from './fields.ts'

/** An uploaded face sheet (BI-4). */
const eligibilityLog = z.object({
  id: z.string(),
  clinic_id: z.string(),
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  room: z.string(),
  /** as it was when the file was uploaded */
  billing_information: z.string().nullable(),
  /** name of the file */
  information_file: z.string(),
  /** opens the file without signing in until `link_expires_at`; null if the file is gone or its resident was deleted */
  fileLink: z.string().nullable(),
  link_expires_at: z.string().nullable(),
  /** the resident’s current face sheet */
  is_present: z.boolean(),
  uploaded_by: z.string(),
  created_at: z.string(),
})
export type EligibilityLog = z.output<typeof eligibilityLog>

export const listEligibilityLogs = call({
  name: 'listEligibilityLogs',
  method: 'GET',
  path: '/eligibility',
  access: access.staff,
  summary: m.eligibility_list_call(),
  input: z.object({
    clinic_id: id.optional(),
    patient_id: id.optional(),
    /** part of a resident’s name, a room, the billing information or the file’s name */
    search,
    /** first and last day, in the clinic’s zone, or in UTC without a clinic */
    start_date: date.optional(),
    end_date: date.optional(),
    ...paging,
  }),
  output: listOf(eligibilityLog),
})

export const eligibilityCalls = [listEligibilityLogs]
