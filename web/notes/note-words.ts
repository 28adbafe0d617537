import type { Note } from '@eupnea/contract/notes.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { flagName, flagStatuses } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'

export const kindOptions = () => [
  { value: 'note', label: m.note_kind_note() },
  { value: 'change', label: m.note_kind_change() },
]

export const flagOptions = () => flagStatuses.map(({ id }) => ({ value: String(id), label: flagName(id) }))

type Placed = Pick<Note, 'first_name' | 'last_name' | 'preferred_name' | 'room'>

/** `12 · Ada “Addie” Byron`: room first, as staff think. */
export const placeAndName = (note: Placed): string =>
  [note.room, residentName(note)].filter((part) => part !== '').join(' · ')

/** Where an attachment is. */
export const noteFileUrl = (note_id: string, file_id: string): string =>
  `/api/notes/${encodeURIComponent(note_id)}/files/${encodeURIComponent(file_id)}`
