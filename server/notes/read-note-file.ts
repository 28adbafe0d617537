import type { readNoteFile as declaration } from '@eupnea/contract/notes.ts'
import { recordAudit } from '../audit/index.ts'
import { openDocument } from '../files/index.ts'
import { notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { Verb } from '../platform/route.ts'
import { selectNoteOfFile } from './notes.sql.ts'

/** An attachment of a note or one of its versions, if the actor may see the note (NO-2, FI-2). @throws 404 */
export const readNoteFile =
  (store: FileStore): Verb<typeof declaration> =>
  async ({ ctx, input: { note_id, file_id } }) => {
    const note = await selectNoteOfFile(ctx, note_id, file_id)
    if (!note) throw notFound('file')
    const { clinic_id, resident_id } = note
    await recordAudit(ctx, { act: 'note.read-file', clinic_id, resident_id, detail: { note_id, file_id } })
    return openDocument(ctx, store, file_id)
  }
