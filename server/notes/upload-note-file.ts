import type { uploadNoteFile as declaration } from '@eupnea/contract/notes.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { attachmentName } from '@eupnea/contract/rules/documents.ts'
import { recordAudit } from '../audit/index.ts'
import { documentRules, holdFile, receiveFile } from '../files/index.ts'
import { withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { VerbOfUpload } from '../platform/route.ts'
import { deletedResident } from '../residents/index.ts'
import { selectNotedResident } from './notes.sql.ts'

/**
 * Receives the attachment of a note that is not yet written (NO-2); without the note it is swept.
 * @throws 404, 409 for a deleted resident, 413, 415, 422 as `receiveFile`
 */
export const uploadNoteFile =
  (store: FileStore): VerbOfUpload<typeof declaration> =>
  async ({ origin, input, body }) => {
    const { patient_id, member_id = patient_id, last_modified } = input
    const resident = await withCtx(origin, (ctx) => selectNotedResident(ctx, patient_id))
    if (!resident?.clinic_id) throw notFound('resident')
    if (resident.status === residentStatus.deleted) throw deletedResident()
    const { clinic_id } = resident
    const name = attachmentName(input.name, member_id, last_modified)
    const file = { store: 'face-sheets', clinic_id, resident_id: patient_id, name } as const
    const received = await receiveFile(origin, store, file, body, documentRules)
    const { id: file_id, type, bytes } = received
    await withCtx(origin, async (ctx) => {
      await holdFile(ctx, received)
      await recordAudit(ctx, { act: 'note.upload-file', clinic_id, resident_id: patient_id, detail: { file_id } })
    })
    return { file_id, name, type, bytes }
  }
