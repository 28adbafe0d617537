import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listStoredNotes as declaration } from '@eupnea/contract/notes.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { pageOf } from '../platform/paging.ts'
import { noteAnswers } from './note-answer.ts'
import { selectNotedResident, selectNotes } from './notes.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Stored notes of a resident, newest first (NO-1). @throws 404 for a resident out of scope */
export async function listStoredNotes({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const resident = await selectNotedResident(ctx, input.patient_id)
  if (!resident) throw notFound('resident')
  const { rows, total } = await selectNotes(ctx, { patient_id: input.patient_id }, pageOf(input))
  await recordAudit(ctx, {
    act: 'note.read',
    clinic_id: resident.clinic_id,
    resident_id: input.patient_id,
    detail: { page: input.page, shown: rows.length },
  })
  return {
    items: await noteAnswers(ctx, rows),
    pagination: { page: input.page, page_size: input.page_size, total_records: total },
  }
}
