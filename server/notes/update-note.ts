import type { updateNote as declaration } from '@eupnea/contract/notes.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { keepHeldFile } from '../files/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deletedResident } from '../residents/index.ts'
import { authorOf } from './author-of.ts'
import { noteAnswers } from './note-answer.ts'
import { insertVersion, lockNote, selectNote, selectNotedResident, updateNoteRow } from './notes.sql.ts'

/**
 * Changes a note and keeps the previous version with its author (NO-1).
 * @throws 404, 409 when the note has changed since or the resident is deleted, 422 for an attachment that no longer
 * exists
 */
export const updateNote: Verb<typeof declaration> = async ({ ctx, input }) => {
  const before = await lockNote(ctx, input.note_id)
  const resident = before && (await selectNotedResident(ctx, before.resident_id))
  if (!resident) throw notFound('note')
  if (resident.status === residentStatus.deleted) throw deletedResident()
  const { id, clinic_id, resident_id } = before
  const file_id = input.noteFileList === undefined ? before.file_id : (input.noteFileList[0]?.file_id ?? null)
  const kind = input.kind ?? before.kind
  const status = input.status === undefined ? before.status : input.status
  const after = {
    kind,
    status: status ?? (kind === 'change' ? resident.flag_status : null),
    note: input.note ?? before.note,
    file_id,
  }
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter((name) => after[name] !== before[name])
  if (fields.length > 0) {
    await insertVersion(ctx, before)
    const author = authorOf(ctx)
    const values = { ...after, updated_by: author.id, updated_name: author.name }
    if (!(await updateNoteRow(ctx, id, values, input.if_updated_at)))
      throw conflict('changed_meanwhile', m.note_edited_meanwhile())
    if (file_id !== null && file_id !== before.file_id) await keepHeldFile(ctx, file_id, resident_id, 'noteFileList')
    // Its words are in the version before, not in the log.
    const changes = changesOf(before, after, ['kind', 'status', 'file_id'])
    await recordAudit(ctx, { act: 'note.update', clinic_id, resident_id, changes, detail: { note_id: id, fields } })
    await ctx.emit({ type: 'changed', noun: 'notes', clinic_id, patient_id: resident_id })
  } else await recordAudit(ctx, { act: 'note.read', clinic_id, resident_id, detail: { note_id: id } })
  return (await noteAnswers(ctx, [(await selectNote(ctx, id))!]))[0]!
}
