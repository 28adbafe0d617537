import type { createNote as declaration } from '@eupnea/contract/notes.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { recordAudit } from '../audit/index.ts'
import { keepHeldFile } from '../files/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deletedResident } from '../residents/index.ts'
import { authorOf } from './author-of.ts'
import { noteAnswers } from './note-answer.ts'
import { insertNote, selectNote, selectNotedResident } from './notes.sql.ts'

/**
 * Writes a note about a resident (NO-1). Only `flagResident` changes the flag; a change note names the status it is
 * about.
 * @throws 404, 409 for a deleted resident, 422 for an attachment that no longer exists
 */
export const createNote: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { patient_id, clinic_id, member_id, kind, status, note, noteFileList } = input
  const resident = await selectNotedResident(ctx, patient_id)
  if (!resident?.clinic_id || (clinic_id && clinic_id !== resident.clinic_id)) throw notFound('resident')
  if (resident.status === residentStatus.deleted) throw deletedResident()
  const author = authorOf(ctx)
  const [file] = noteFileList
  if (file) await keepHeldFile(ctx, file.file_id, patient_id, 'noteFileList')
  const id = await insertNote(ctx, {
    clinic_id: resident.clinic_id,
    resident_id: patient_id,
    member_id: member_id ?? patient_id,
    kind,
    status: status ?? (kind === 'change' ? resident.flag_status : null),
    note,
    file_id: file?.file_id ?? null,
    created_by: author.id,
    created_name: author.name,
    updated_by: author.id,
    updated_name: author.name,
  })
  await recordAudit(ctx, {
    act: kind === 'change' ? 'note.create-change' : 'note.create',
    clinic_id: resident.clinic_id,
    resident_id: patient_id,
    detail: { note_id: id, file_id: file?.file_id },
  })
  await ctx.emit({ type: 'changed', noun: 'notes', clinic_id: resident.clinic_id, patient_id })
  return (await noteAnswers(ctx, [(await selectNote(ctx, id))!]))[0]!
}
