import type { listAuditEntries as declaration } from '@eupnea/contract/audit.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectAuditEntries, selectNames } from './audit.sql.ts'
import { recordAudit } from './record-audit.ts'

type Answer = CallOutput<typeof declaration>

/** Entries by person, resident, clinic, act and time, newest first (AP-5). Reading the log adds an entry too. */
export const listAuditEntries: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { page, page_size, patient_id, ...filter } = input
  const found = { ...filter, ...(patient_id && { resident_id: patient_id }) }
  const { rows, ...total } = await selectAuditEntries(ctx, found, pageOf(input))
  const names = await selectNames(ctx, rows)
  const { person, clinic_id, act, from, until } = filter
  // The search may be part of an e-mail address, so only record that there was one.
  const detail = { act, from, until, page, shown: rows.length, ...(person ? { by: 'person' } : {}) }
  await recordAudit(ctx, {
    act: 'audit.search',
    clinic_id: clinic_id ?? null,
    resident_id: patient_id ?? null,
    detail,
  })
  return {
    items: rows.map(({ resident_id, ...row }) => ({
      ...row,
      patient_id: resident_id,
      id: String(row.id),
      actor_label: row.actor_type === 'user' ? names.of('user', row.actor_id) : null,
      patient_name: names.of('resident', resident_id),
      user_name: names.of('user', (row.detail as Record<string, unknown>).user_id),
      device_name: names.of('device', row.device_id),
      at: row.at.toString(),
      actor_type: row.actor_type as Answer['items'][number]['actor_type'],
      detail: row.detail as Record<string, unknown>,
    })),
    pagination: paginationOf(input, total),
  }
}
