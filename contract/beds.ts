import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, noAnswer } from './fields.ts'

/** Beds: where a sensor stands, and whom the EHR has there (EH-5). */

const place = z.object({ room: z.string(), floor: z.string() })

const bedMismatch = z.object({
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  preferred_name: z.string(),
  device_id: z.string(),
  device_name: z.string(),
  /** of the resident's record, as the EHR has it */
  resident: place,
  sensor: place,
  /** when staff were notified; null: with the EHR's next change */
  since: instant.nullable(),
})
export type BedMismatch = z.output<typeof bedMismatch>

export const listBedMismatches = call({
  name: 'listBedMismatches',
  method: 'GET',
  path: '/bed-mismatches',
  access: access.staff,
  summary: m.bed_list_mismatches_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({ items: z.array(bedMismatch) }),
})

export const confirmBed = call({
  name: 'confirmBed',
  method: 'POST',
  path: '/bed-mismatches/{patient_id}/confirm',
  access: access.staff,
  summary: m.bed_confirm_call(),
  input: z.object({ patient_id: id }),
  output: noAnswer,
})

export const bedCalls = [listBedMismatches, confirmBed]
