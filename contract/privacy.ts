import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, listOf, noAnswer, paging, pastDate } from './fields.ts'

/** Calendar days to answer a request; the limit in months, and the limit once extended. */
export const answerDays = 14
export const answerMonths = 1
export const extendedMonths = 3

const requestKind = z.enum(['export', 'erasure'])
const subjectType = z.enum(['user', 'resident'])
const requestState = z.enum(['open', 'done', 'refused'])

/** A request about a person's data (PR-1). */
const privacyRequest = z.object({
  request_id: z.string(),
  kind: requestKind,
  subject_type: subjectType,
  subject_id: z.string(),
  /** null: no longer in the portal */
  subject_name: z.string().nullable(),
  /** a resident who lives there or has a sensor, and so can't be erased */
  is_in_care: z.boolean(),
  /** YYYY-MM-DD */
  received_on: z.string(),
  /** target date, and the legal deadline */
  due_on: z.string(),
  latest_on: z.string(),
  /** why it was extended to three months; null if it wasn't */
  extension: z.string().nullable(),
  state: requestState,
  closed_at: instant.nullable(),
  /** why it was refused */
  reason: z.string().nullable(),
})
export type PrivacyRequest = z.output<typeof privacyRequest>

export const listPrivacyRequests = call({
  name: 'listPrivacyRequests',
  method: 'GET',
  path: '/privacy/requests',
  access: access.superadmin,
  summary: m.privacy_list_call(),
  input: z.object({ state: requestState.optional(), ...paging }),
  output: listOf(privacyRequest),
})

export const createPrivacyRequest = call({
  name: 'createPrivacyRequest',
  method: 'POST',
  path: '/privacy/requests',
  access: access.superadmin,
  summary: m.privacy_create_call(),
  once: true,
  input: z.object({ kind: requestKind, subject_type: subjectType, subject_id: id, received_on: pastDate }),
  output: privacyRequest,
})

export const extendPrivacyRequest = call({
  name: 'extendPrivacyRequest',
  method: 'POST',
  path: '/privacy/requests/{request_id}/extend',
  access: access.superadmin,
  summary: m.privacy_extend_call(),
  input: z.object({ request_id: id, extension: line(500, 1) }),
  output: privacyRequest,
})

export const closePrivacyRequest = call({
  name: 'closePrivacyRequest',
  method: 'POST',
  path: '/privacy/requests/{request_id}/close',
  access: access.superadmin,
  summary: m.privacy_close_call(),
  input: z
    .object({ request_id: id, state: z.enum(['done', 'refused']), reason: line(500, 1).optional() })
    .check(({ value, issues }) => {
      if (value.state === 'refused' && value.reason === undefined)
        issues.push({ code: 'custom', path: ['reason'], message: m.privacy_reason_required(), input: value })
    }),
  output: privacyRequest,
})

export const exportUserData = call({
  name: 'exportUserData',
  method: 'GET',
  path: '/privacy/users/{user_id}/export',
  access: access.superadmin,
  fresh: true,
  summary: m.privacy_export_user_call(),
  carries: 'download',
  input: z.object({ user_id: id }),
  output: z.unknown(),
})

export const exportResidentData = call({
  name: 'exportResidentData',
  method: 'GET',
  path: '/privacy/residents/{patient_id}/export',
  access: access.superadmin,
  fresh: true,
  summary: m.privacy_export_resident_call(),
  carries: 'download',
  input: z.object({ patient_id: id }),
  output: z.unknown(),
})

export const eraseUser = call({
  name: 'eraseUser',
  method: 'POST',
  path: '/privacy/users/{user_id}/erase',
  access: access.superadmin,
  fresh: true,
  summary: m.privacy_erase_user_call(),
  input: z.object({ user_id: id }),
  output: noAnswer,
})

export const eraseResident = call({
  name: 'eraseResident',
  method: 'POST',
  path: '/privacy/residents/{patient_id}/erase',
  access: access.superadmin,
  fresh: true,
  summary: m.privacy_erase_resident_call(),
  input: z.object({ patient_id: id }),
  output: noAnswer,
})

export const privacyCalls = [
  listPrivacyRequests,
  createPrivacyRequest,
  extendPrivacyRequest,
  closePrivacyRequest,
  exportUserData,
  exportResidentData,
  eraseUser,
  eraseResident,
]
