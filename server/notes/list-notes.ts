import type { listNotes as declaration } from '@eupnea/contract/notes.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { noteAnswers } from './note-answer.ts'
import { selectNotes } from './notes.sql.ts'

/** Notes within the caller's scope, newest first (NO-1). @throws 404 */
export const listNotes: Verb<typeof declaration> = async ({ ctx, input }) => {
  if (input.clinic_id) await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectNotes(ctx, input, pageOf(input))
  await recordAuditOfRows(ctx, rows, {
    act: 'note.list',
    clinic_id: input.clinic_id,
    detail: { kind: input.kind, page: input.page, shown: rows.length },
  })
  return {
    items: await noteAnswers(ctx, rows),
    pagination: paginationOf(input, total),
  }
}
