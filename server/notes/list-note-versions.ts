import type { listNoteVersions as declaration } from '@eupnea/contract/notes.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { versionAnswers } from './note-answer.ts'
import { selectNote, selectVersions } from './notes.sql.ts'

/** A note and its earlier versions, newest first (NO-1). @throws 404 */
export const listNoteVersions: Verb<typeof declaration> = async ({ ctx, input }) => {
  const note = await selectNote(ctx, input.note_id)
  if (!note) throw notFound('note')
  const { rows, ...total } = await selectVersions(ctx, note.id, pageOf(input))
  await recordAudit(ctx, {
    act: 'note.read-versions',
    clinic_id: note.clinic_id,
    resident_id: note.resident_id,
    detail: { note_id: note.id },
  })
  return {
    items: await versionAnswers(ctx, rows),
    pagination: paginationOf(input, total),
  }
}
