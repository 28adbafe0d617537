import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, listOf, paging, search } from './fields.ts'

/** Who read or changed what, when and from where (AP-5). Holds no names of residents and no secrets. */
export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  actor_type: z.enum(['user', 'device', 'job', 'link', 'anonymous']),
  actor_id: z.string(),
  /** e-mail of a user, name of a job */
  actor_name: z.string(),
  /** noun.verb, such as `resident.discharge` */
  act: z.string(),
  clinic_id: z.string().nullable(),
  patient_id: z.string().nullable(),
  device_id: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAuditEntries = call({
  name: 'listAuditEntries',
  method: 'GET',
  path: '/audit',
  access: access.superadmin,
  summary: 'Search the audit log by person, resident, act and time; newest first',
  input: z.object({
    /** part of an e-mail address, or a user id */
    person: search,
    patient_id: id.optional(),
    clinic_id: id.optional(),
    /** a noun (`resident`) or an act (`resident.discharge`) */
    act: line(64).optional(),
    from: instant.optional(),
    until: instant.optional(),
    ...paging,
  }),
  output: listOf(auditEntry),
})

export const auditCalls = [listAuditEntries]
