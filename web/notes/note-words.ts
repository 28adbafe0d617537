import type { Note } from '@eupnea/contract/notes.ts'
import { flagStatuses } from '@eupnea/contract/rules/flag.ts'

export const kindOptions = [
  { value: 'note', label: 'Note' },
  { value: 'change', label: 'Change note' },
] as const

export const flagOptions = flagStatuses.map(({ id, name }) => ({ value: String(id), label: name }))

type Placed = Pick<Note, 'first_name' | 'last_name' | 'room'>

/** `12 · Ada Byron`: room first, as staff think. */
export const placeAndName = ({ first_name, last_name, room }: Placed): string =>
  [room, `${first_name} ${last_name}`].filter((part) => part !== '').join(' · ')

/** Where an attachment is. */
export const noteFileUrl = (note_id: string, file_id: string): string =>
  `/api/notes/${encodeURIComponent(note_id)}/files/${encodeURIComponent(file_id)}`
