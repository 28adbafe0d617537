import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import type { Fields, Values } from './field-kinds.ts'
import { flagStatuses } from './rules/flag.ts'

/** What a note holds, each field once; its attachment is a file. */

const noteLength = 10_000

export const noteFields = {
  note: {
    kind: 'text',
    max: noteLength,
    isRequired: true,
    label: m.note_label,
    missing: m.note_text_required,
    exceeded: () => m.note_text_too_long({ most: numberText(noteLength) }),
  },
  /** change: tells what has changed in care */
  kind: {
    kind: 'choice',
    choices: { note: m.note_kind_note, change: m.note_kind_change },
    max: 16,
    isRequired: true,
    label: m.note_kind_label,
  },
  /** the flag status that a change is about; none: the resident's present one */
  status: {
    kind: 'number',
    min: 1,
    max: flagStatuses.length,
    isNullable: true,
    label: m.note_flag_label,
    appliesTo: ({ kind }: Values) => kind === 'change',
  },
} as const satisfies Fields

/** Where the note is not written on the page of the resident. */
export const notedFields = {
  patient_id: { kind: 'identifier', isRequired: true, label: m.resident_label, missing: m.resident_required },
  ...noteFields,
} as const satisfies Fields
