import type { Fields, Rule } from './field-kinds.ts'

/** The record of a resident, each field once: form, details, list, CSV, the server's checks and their words. */

// Words of the record stand here, in one place.
const words = {
  who: () => 'Who',
  where: () => 'Where',
  record: () => 'Record',
  firstName: () => 'First name',
  firstNameMissing: () => 'Enter the first name',
  lastName: () => 'Last name',
  lastNameMissing: () => 'Enter the last name',
  dob: () => 'Date of birth',
  gender: () => 'Gender',
  female: () => 'Female',
  male: () => 'Male',
  other: () => 'Other',
  noGender: () => 'Not given',
  room: () => 'Room',
  floor: () => 'Floor',
  noFloor: () => 'No floor',
  admission: () => 'Date of admission',
  beforeBirth: () => "This can't be before the date of birth",
  recordNo: () => 'Record number',
  billing: () => 'Billing information',
} as const

export const residentFields = {
  first_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: words.firstName,
    missing: words.firstNameMissing,
    part: words.who,
    isInHeading: true,
  },
  last_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: words.lastName,
    missing: words.lastNameMissing,
    part: words.who,
    isInHeading: true,
  },
  room: { kind: 'line', max: 64, label: words.room, part: words.where },
  floor: { kind: 'line', max: 40, none: words.noFloor, label: words.floor, part: words.where },
  dob: { kind: 'pastDate', isNullable: true, label: words.dob, part: words.who },
  gender: {
    kind: 'choice',
    choices: { female: words.female, male: words.male, other: words.other },
    // An EHR may know others.
    isOpen: true,
    max: 32,
    none: words.noGender,
    isNullable: true,
    label: words.gender,
    part: words.who,
  },
  mrNo: { kind: 'line', max: 64, isNullable: true, label: words.recordNo, part: words.record },
  dateOfAdmission: { kind: 'pastDate', isNullable: true, label: words.admission, part: words.where },
  billing_information: { kind: 'line', max: 100, isNullable: true, label: words.billing, part: words.record },
} as const satisfies Fields

export const residentRules: readonly Rule<typeof residentFields>[] = [
  {
    field: 'dateOfAdmission',
    of: ['dob', 'dateOfAdmission'],
    isKept: ({ dob, dateOfAdmission }) => !dob || !dateOfAdmission || dateOfAdmission >= dob,
    code: 'before_birth',
    words: words.beforeBirth,
  },
]
