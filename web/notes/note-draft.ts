import { noteFields } from '@eupnea/contract/notes.fields.ts'
import type { Note } from '@eupnea/contract/notes.ts'
import { type Typed, typedOf } from '../shared/form/record.ts'

export type Attachment =
  | { readonly is: 'none' }
  /** as the note has it */
  | { readonly is: 'kept' }
  | { readonly is: 'chosen'; readonly file: File }

/** A note as it is typed (NO-1, NO-2). */
export interface NoteDraft {
  readonly typed: Typed<typeof noteFields>
  /** left out: none */
  readonly attachment?: Attachment
}

export const nothing: Attachment = { is: 'none' }

export const newNote = { kind: 'note' } as const
export const emptyNote: NoteDraft = { typed: typedOf(noteFields, newNote) }

export const attachmentOf = ({ noteFileList }: Pick<Note, 'noteFileList'>): Attachment =>
  noteFileList.length > 0 ? { is: 'kept' } : nothing
