import { noteFields } from '@eupnea/contract/notes.fields.ts'
import type { Note } from '@eupnea/contract/notes.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { flagName, flagStatuses } from '@eupnea/contract/rules/flag.ts'
import { beside } from '../shared/words.ts'

const { choices } = noteFields.kind
export const noteKinds = Object.keys(choices) as (keyof typeof choices)[]

export const kindOptions = () => noteKinds.map((kind) => ({ value: kind, label: choices[kind]() }))

export const flagOptions = () => flagStatuses.map(({ id }) => ({ value: String(id), label: flagName(id) }))

type Placed = Pick<Note, 'first_name' | 'last_name' | 'preferred_name' | 'room'>

/** `12 · Ada “Addie” Byron`: room first, as staff think. */
export const placeAndName = (note: Placed): string => beside(note.room, residentName(note))

/** Where an attachment is. */
export const noteFileUrl = (note_id: string, file_id: string): string =>
  `/api/notes/${encodeURIComponent(note_id)}/files/${encodeURIComponent(file_id)}`
