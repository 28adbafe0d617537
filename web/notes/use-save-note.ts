import type { CallArguments } from '@eupnea/contract/call.ts'
import type { noteFields } from '@eupnea/contract/notes.fields.ts'
import {
  createNote,
  listNotes,
  listNoteVersions,
  listStoredNotes,
  type Note,
  updateNote,
  uploadNoteFile,
} from '@eupnea/contract/notes.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, send } from '../shared/api.ts'
import type { Sent } from '../shared/form/record.ts'
import { fetchAgain } from '../shared/query.ts'
import type { Attachment, NoteDraft } from './note-draft.ts'

interface Saving {
  readonly patient_id: string
  /** what of the note is to be sent */
  readonly changes: Sent<typeof noteFields>
  readonly attachment: Attachment
  /** what it was typed as, where that outlasts the form */
  readonly draft?: NoteDraft
  /** the note that is edited, and its `updated_at` that the edit was made to */
  readonly kept?: { readonly note: Note; readonly base: string }
}

/** Files that have arrived already: after a lost connection only the note is sent again. */
const arrived = new WeakMap<File, { readonly patient_id: string; readonly file_id: string }>()

/** Sends the attachment first, then the note (NO-2). */
export function useSaveNote(onSaved: (note: Note, sent: Saving) => void) {
  return useMutation<Note, Error, Saving>({
    mutationFn: async (saving) => {
      const { attachment } = saving
      const file = attachment.is === 'chosen' ? attachment.file : null
      try {
        const note = await save(saving, file && [{ file_id: await sendFile(file, saving.patient_id) }])
        if (file) arrived.delete(file)
        return note
      } catch (error) {
        // It waited too long for its note: the next attempt sends it again.
        if (file && error instanceof ApiError && error.field === 'noteFileList') arrived.delete(file)
        throw error
      }
    },
    onSuccess: async (note, sent) => {
      await fetchAgain([listNotes, listStoredNotes, listNoteVersions])
      onSaved(note, sent)
    },
  })
}

async function sendFile(file: File, patient_id: string): Promise<string> {
  const known = arrived.get(file)
  if (known?.patient_id === patient_id) return known.file_id
  const given = { patient_id, name: file.name, last_modified: file.lastModified }
  const { file_id } = await send(uploadNoteFile, given, { file })
  arrived.set(file, { patient_id, file_id })
  return file_id
}

type Content = Pick<CallArguments<typeof updateNote>, 'kind' | 'note' | 'status'>

function save({ patient_id, changes, attachment, kept }: Saving, files: { file_id: string }[] | null): Promise<Note> {
  const content = changes as Content
  if (!kept) {
    const note = { patient_id, ...content, ...(files && { noteFileList: files }) }
    return send(createNote, note as CallArguments<typeof createNote>)
  }
  const { note_id } = kept.note
  const noteFileList = files ?? (attachment.is === 'none' ? [] : undefined)
  return send(updateNote, {
    note_id,
    if_updated_at: kept.base,
    ...content,
    // Only a change note is about a flag.
    ...(content.kind === 'note' && { status: null }),
    ...(noteFileList && { noteFileList }),
  })
}
