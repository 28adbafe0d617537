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
import { fetchAgain } from '../shared/query.ts'
import { changeOf, type NoteValues, newNoteOf } from './note-values.ts'

interface Saving {
  readonly patient_id: string
  readonly values: NoteValues
  /** the note that is edited, and its `updated_at` that the edit was made to */
  readonly kept?: { readonly note: Note; readonly base: string }
}

/** Files that have arrived already: after a lost connection only the note is sent again. */
const arrived = new WeakMap<File, { readonly patient_id: string; readonly file_id: string }>()

/** Sends the attachment first, then the note (NO-2). */
export function useSaveNote(onSaved: (note: Note, sent: Saving) => void) {
  return useMutation<Note, Error, Saving>({
    mutationFn: async (saving) => {
      const { attachment } = saving.values
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

function save({ patient_id, values, kept }: Saving, files: { file_id: string }[] | null): Promise<Note> {
  if (!kept) return send(createNote, { patient_id, ...newNoteOf(values), ...(files && { noteFileList: files }) })
  const { note_id } = kept.note
  const noteFileList = files ?? (values.attachment.is === 'none' ? [] : undefined)
  return send(updateNote, {
    note_id,
    if_updated_at: kept.base,
    ...changeOf(values),
    ...(noteFileList && { noteFileList }),
  })
}
