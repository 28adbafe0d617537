import type { CallOutput } from '@eupnea/contract/call.ts'
import { type listDeidentifiedExports as declaration, keptDays } from '@eupnea/contract/deidentified-exports.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { type ExportRow, selectExports } from './deidentified-exports.sql.ts'
import { daysOf } from './make-piece.ts'

/** De-identified exports, newest first (AR-4). */
export const listDeidentifiedExports: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectExports(ctx, pageOf(input))
  await recordAudit(ctx, { act: 'deidentified-export.list', detail: { count: rows.length } })
  const items = []
  for (const row of rows) items.push(answerOf(row, (await clinicOf(ctx, row.clinic_id)).name))
  return { items, pagination: paginationOf(input, total) }
}

function answerOf(row: ExportRow, clinic_name: string): CallOutput<typeof declaration>['items'][number] {
  const { ended_at, error, residents, position, unreadable } = row
  const pieces = residents * daysOf(row).count
  return {
    ...{ export_id: row.id, clinic_id: row.clinic_id, clinic_name, first_day: row.first_day, last_day: row.last_day },
    state: error !== null ? 'failed' : ended_at === null ? 'running' : 'done',
    progress: pieces === 0 ? 0 : Math.min(1, position / pieces),
    ...{ residents, rows: Number(row.rows), bytes: Number(row.bytes), unreadable, error },
    created_by: row.user_name,
    created_at: row.started_at.toString(),
    expires_at: ended_at?.add({ hours: 24 * keptDays }).toString() ?? null,
  }
}
