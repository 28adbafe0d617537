import type { CallArguments } from '@eupnea/contract/call.ts'
import { type createNote, type Note, noteLength, type updateNote } from '@eupnea/contract/notes.ts'
import type { FlagStatus } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** A note in a form (NO-1, NO-2). */
export interface NoteValues {
  readonly kind: Note['kind']
  /** null: the resident's present one */
  readonly status: FlagStatus | null
  readonly note: string
  readonly attachment:
    | { readonly is: 'none' }
    /** as the note has it */
    | { readonly is: 'kept' }
    | { readonly is: 'chosen'; readonly file: File }
}

export const emptyNote: NoteValues = { kind: 'note', status: null, note: '', attachment: { is: 'none' } }

export const valuesOf = ({
  kind,
  status,
  note,
  noteFileList,
}: Pick<Note, 'kind' | 'status' | 'note' | 'noteFileList'>) =>
  ({ kind, status, note, attachment: { is: noteFileList.length > 0 ? 'kept' : 'none' } }) satisfies NoteValues

export type NoteFaults = Readonly<Partial<Record<'patient_id' | 'note' | 'file', string>>>

/** @returns what is wrong, by field */
export function faultsOf({ note }: NoteValues, patient_id: string | null): NoteFaults {
  return {
    ...(patient_id === null && { patient_id: m.resident_required() }),
    ...(note.trim() === '' && { note: m.note_text_required() }),
    ...(note.length > noteLength && { note: m.note_text_too_long({ most: numberText(noteLength) }) }),
  }
}

/** What is sent besides the attachment; only a change note is about a flag. */
export const newNoteOf = ({
  kind,
  status,
  note,
}: NoteValues): Omit<CallArguments<typeof createNote>, 'patient_id'> => ({
  kind,
  note,
  ...(kind === 'change' && status !== null && { status }),
})

export const changeOf = ({ kind, status, note }: NoteValues): Omit<CallArguments<typeof updateNote>, 'note_id'> => ({
  kind,
  note,
  status: kind === 'change' ? status : null,
})
