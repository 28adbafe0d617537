import { noteFields } from '@eupnea/contract/notes.fields.ts'
import type { Note } from '@eupnea/contract/notes.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { flagName, flagStatuses } from '@eupnea/contract/rules/flag.ts'

const { choices } = noteFields.kind
export const noteKinds = Object.keys(choices) as (keyof typeof choices)[]

export const kindOptions = () => noteKinds.map((kind) => ({ value: kind, label: choices[kind]() }))

export const flagOptions = () => flagStatuses.map(({ id }) => ({ value: String(id), label: flagName(id) }))

type Placed = Pick<Note, 'first_name' | 'last_name' | 'preferred_name' | 'room'>

/** Beside a name written from right to left, the digits of a room would move to its other side. */
const isolated = (part: string): string =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(part) ? `\u2068${part}\u2069` : part

/** `12 · Ada “Addie” Byron`: room first, as staff think. */
export const placeAndName = (note: Placed): string =>
  [note.room, residentName(note)]
    .filter((part) => part !== '')
    .map(isolated)
    .join(' · ')

/** Where an attachment is. */
export const noteFileUrl = (note_id: string, file_id: string): string =>
  `/api/notes/${encodeURIComponent(note_id)}/files/${encodeURIComponent(file_id)}`
