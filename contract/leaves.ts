import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, schemaOf } from './fields.ts'
import { leaveReason } from './leaves.fields.ts'

/** Times in which residents are not monitored: on leave, or paused (PL-6). */

/** [from, until), ISO 8601. */
export const leaveSpan = z.object({ from: instant, until: instant })
export type LeaveSpan = z.output<typeof leaveSpan>

const leave = z.object({
  ...leaveSpan.shape,
  reason: z.string(),
  recorded_at: instant,
  /** name of who recorded it */
  recorded_by: z.string(),
})
export type Leave = z.output<typeof leave>

const residentLeave = z.object({
  patient_id: z.string(),
  clinic_id: z.string(),
  /** the facility's zone */
  tz: z.string(),
  /** running or next; null: none */
  leave: leave.nullable(),
  /** those that have ended, newest first; at most 50 */
  earlier: z.array(leave),
})
export type ResidentLeave = z.output<typeof residentLeave>

export const readLeave = call({
  name: 'readLeave',
  method: 'GET',
  path: '/residents/{patient_id}/leave',
  access: access.staff,
  summary: m.leave_read_call(),
  input: z.object({ patient_id: id }),
  output: residentLeave,
})

export const saveLeave = call({
  name: 'saveLeave',
  method: 'PUT',
  path: '/residents/{patient_id}/leave',
  access: access.staff,
  summary: m.leave_save_call(),
  input: z.object({ patient_id: id, from: instant, until: instant, reason: schemaOf(leaveReason).default('') }),
  output: residentLeave,
})

export const endLeave = call({
  name: 'endLeave',
  method: 'DELETE',
  path: '/residents/{patient_id}/leave',
  access: access.staff,
  summary: m.leave_end_call(),
  input: z.object({ patient_id: id }),
  output: residentLeave,
})

export const leaveCalls = [readLeave, saveLeave, endLeave]
