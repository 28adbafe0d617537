import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Resident, saveResident } from '@eupnea/contract/residents.ts'
import type { Faults } from '../shared/form/use-form-values.ts'

/** What the form of a resident holds: texts as they are typed. */
export interface ResidentValues {
  readonly first_name: string
  readonly last_name: string
  readonly room: string
  readonly floor: string
  /** `1941-03-02`, or '' */
  readonly dob: string
  readonly gender: string
  readonly mrNo: string
  readonly dateOfAdmission: string
  readonly billing_information: string
}

export const fieldLabels: Readonly<Record<keyof ResidentValues, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  room: 'Room',
  floor: 'Floor',
  dob: 'Date of birth',
  gender: 'Gender',
  mrNo: 'Record number',
  dateOfAdmission: 'Date of admission',
  billing_information: 'Billing information',
}
const fields = Object.keys(fieldLabels) as (keyof ResidentValues)[]

/** Others may come from elsewhere; they are shown as they are. */
export const genders: Readonly<Record<string, string>> = { female: 'Female', male: 'Male', other: 'Other' }

export const noValues: ResidentValues = {
  first_name: '',
  last_name: '',
  room: '',
  floor: '',
  dob: '',
  gender: '',
  mrNo: '',
  dateOfAdmission: '',
  billing_information: '',
}

export const valuesOf = (resident: Resident): ResidentValues => ({
  first_name: resident.first_name,
  last_name: resident.last_name,
  room: resident.room,
  floor: resident.floor,
  dob: resident.dob ?? '',
  gender: resident.gender ?? '',
  mrNo: resident.mrNo ?? '',
  dateOfAdmission: resident.dateOfAdmission ?? '',
  billing_information: resident.billing_information ?? '',
})

/** Fields in which two states of the form differ. */
export const changedFields = (before: ResidentValues, after: ResidentValues): (keyof ResidentValues)[] =>
  fields.filter((name) => before[name].trim() !== after[name].trim())

type Fields = Omit<CallArguments<typeof saveResident>, 'patient_id' | 'clinic_id' | 'if_updated_at'>

function inputOf(values: ResidentValues): Fields {
  const orNull = (name: keyof ResidentValues) => values[name].trim() || null
  return {
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    room: values.room.trim(),
    floor: values.floor,
    dob: orNull('dob'),
    gender: orNull('gender'),
    mrNo: orNull('mrNo'),
    dateOfAdmission: orNull('dateOfAdmission'),
    billing_information: orNull('billing_information'),
  }
}

/** What a new resident is made of. */
export const newResidentOf = (values: ResidentValues): Fields =>
  Object.fromEntries(Object.entries(inputOf(values)).filter(([, value]) => value !== null && value !== ''))

/** Only what differs from what was there. */
export function changesOf(kept: ResidentValues, values: ResidentValues): Fields {
  const input = inputOf(values)
  return Object.fromEntries(changedFields(kept, values).map((name) => [name, input[name]]))
}

/** What was typed, over the record as it is now. @param kept as it was when the form was opened */
export const broughtIn = (kept: ResidentValues, now: ResidentValues, values: ResidentValues): ResidentValues => ({
  ...now,
  ...Object.fromEntries(changedFields(kept, values).map((name) => [name, values[name]])),
})

/** What is wrong with the values as far as the browser can tell; the server has the last word (RE-8). */
export function faultsOf(values: ResidentValues, today: string): Faults {
  const faults: Record<string, string> = {}
  if (!values.first_name.trim()) faults.first_name = 'Enter the first name'
  if (!values.last_name.trim()) faults.last_name = 'Enter the last name'
  if (values.room.trim().length > 64) faults.room = 'At most 64 characters'
  for (const name of ['dob', 'dateOfAdmission'] as const)
    if (values[name] > today) faults[name] = 'Must not be in the future'
  if (!faults.dateOfAdmission && values.dob && values.dateOfAdmission && values.dateOfAdmission < values.dob)
    faults.dateOfAdmission = 'Before the date of birth'
  return faults
}

/** It may be tomorrow already where the person lives. */
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
export const residentRules = { faultsOf: (values: ResidentValues) => faultsOf(values, tomorrow()) }
