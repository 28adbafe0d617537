import { m } from '@eupnea/texts'
import type { Fields, Rule, Values } from './field-kinds.ts'

/** A resident's fields, each defined once: for form, details, list, CSV, and the server's checks and messages. */

export const residentFields = {
  first_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: m.resident_first_name,
    missing: m.resident_first_name_missing,
    part: m.resident_part_who,
    isInHeading: true,
  },
  last_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: m.resident_last_name,
    missing: m.resident_last_name_missing,
    part: m.resident_part_who,
    isInHeading: true,
  },
  preferred_name: {
    kind: 'line',
    max: 100,
    label: m.resident_preferred_name,
    help: m.resident_preferred_name_help,
    part: m.resident_part_who,
  },
  room: { kind: 'line', max: 64, label: m.resident_room, part: m.resident_part_where },
  floor: { kind: 'line', max: 40, none: m.resident_floor_none, label: m.resident_floor, part: m.resident_part_where },
  dob: { kind: 'pastDate', isNullable: true, label: m.resident_dob, part: m.resident_part_who },
  gender: {
    kind: 'choice',
    choices: { female: m.resident_gender_female, male: m.resident_gender_male, other: m.resident_gender_other },
    // An EHR may send others.
    isOpen: true,
    max: 32,
    none: m.resident_gender_none,
    isNullable: true,
    label: m.resident_gender,
    part: m.resident_part_who,
  },
  mrNo: { kind: 'line', max: 64, isNullable: true, label: m.resident_record_no, part: m.resident_part_record },
  dateOfAdmission: { kind: 'pastDate', isNullable: true, label: m.resident_admission, part: m.resident_part_where },
  billing_information: {
    kind: 'line',
    max: 100,
    isNullable: true,
    label: m.resident_billing,
    part: m.resident_part_record,
  },
} as const satisfies Fields

export const residentRules: readonly Rule<typeof residentFields>[] = [
  {
    field: 'dateOfAdmission',
    of: ['dob', 'dateOfAdmission'],
    isKept: ({ dob, dateOfAdmission }) => !dob || !dateOfAdmission || dateOfAdmission >= dob,
    code: 'before_birth',
    words: m.resident_admission_before_birth,
  },
]

/** What the form of a new one asks for. */
export const newResidentFields = {
  ...residentFields,
  /** printed on the sensor that is linked to them (EA-4) */
  device_uid: {
    kind: 'line',
    max: 64,
    label: m.resident_sensor,
    help: m.resident_sensor_help,
    part: m.resident_part_where,
    appliesTo: (_now: Values, { last_name }: Values) => !last_name,
  },
} as const satisfies Fields
