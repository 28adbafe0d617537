import type { listStatusLogs as declaration } from '@eupnea/contract/residents.ts'
import type { FlagStatus } from '@eupnea/contract/rules/flag.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectFlagLogs, selectResident } from './residents.sql.ts'

/** A resident's flag changes, newest first: who, when and why (RE-6). */
export const listStatusLogs: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await selectResident(ctx, input.patient_id)
  if (!resident) throw notFound('resident')
  const { rows, ...total } = await selectFlagLogs(ctx, resident.id, pageOf(input))
  await recordAudit(ctx, { act: 'resident.read-flags', clinic_id: resident.clinic_id, resident_id: resident.id })
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      patient_id: row.resident_id,
      status: row.status as FlagStatus,
      note: row.note,
      created_at: row.created_at.toString(),
      created_by: row.created_by,
    })),
    pagination: paginationOf(input, total),
  }
}
