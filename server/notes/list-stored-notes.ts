import type { listStoredNotes as declaration } from '@eupnea/contract/notes.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { noteAnswers } from './note-answer.ts'
import { selectNotedResident, selectNotes } from './notes.sql.ts'

/** Stored notes of a resident, newest first (NO-1). @throws 404 for a resident out of scope */
export const listStoredNotes: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await selectNotedResident(ctx, input.patient_id)
  if (!resident) throw notFound('resident')
  const { rows, ...total } = await selectNotes(ctx, { patient_id: input.patient_id }, pageOf(input))
  await recordAudit(ctx, {
    act: 'note.read',
    clinic_id: resident.clinic_id,
    resident_id: input.patient_id,
    detail: { page: input.page, shown: rows.length },
  })
  return {
    items: await noteAnswers(ctx, rows),
    pagination: paginationOf(input, total),
  }
}
