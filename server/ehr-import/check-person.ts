import { ehrFieldWords } from '@eupnea/contract/ehr-import.fields.ts'
import type { EhrField } from '@eupnea/contract/ehr-import.ts'
import { cleanText, type Field, faultOf, longest } from '@eupnea/contract/field-kinds.ts'
import { residentFields } from '@eupnea/contract/residents.fields.ts'
import { m } from '@eupnea/texts'
import type { Said } from './incoming.ts'

/** Checks what a resident's record can hold, and refuses values that no real person has. */

const held = {
  first_name: residentFields.first_name,
  last_name: residentFields.last_name,
  dob: residentFields.dob,
  gender: residentFields.gender,
  mr_no: residentFields.mrNo,
  room: residentFields.room,
  floor: residentFields.floor,
  date_of_admission: residentFields.dateOfAdmission,
} as const satisfies Readonly<Record<Exclude<EhrField, 'status'>, Field>>

type HeldField = keyof typeof held
type TextField = Exclude<HeldField, 'dob' | 'date_of_admission'>

/** Nobody has lived longer. */
const oldestYears = 125

export class Unusable extends Error {}

/** What breaks a rule of the record, in the words of a reason. */
const reasons: Readonly<Record<string, (field: HeldField) => string>> = {
  required: (field) => m.ehr_import_reason_missing({ field: ehrFieldWords[field]() }),
  too_long: (field) => m.ehr_import_reason_long({ field: ehrFieldWords[field](), count: longest(held[field]) }),
  not_date: (field) => m.ehr_import_reason_date({ field: ehrFieldWords[field]() }),
  in_future: (field) => m.ehr_import_reason_future({ field: ehrFieldWords[field]() }),
}

/** By the rules of a resident's record. @throws Unusable */
function refuseFault(field: HeldField, text: string): void {
  const fault = faultOf(held[field], text)
  if (!fault) return
  throw new Unusable(reasons[fault.code]?.(field) ?? m.ehr_import_reason_characters({ field: ehrFieldWords[field]() }))
}

/** Text for a record: numbers are kept as written, spaces are tidied. @throws Unusable */
export function textOf(field: TextField, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Unusable(m.ehr_import_reason_text({ field: ehrFieldWords[field]() }))
  const text = cleanText(held[field], String(value)).replaceAll(/\s+/g, ' ')
  if (/[<>]/.test(text)) throw new Unusable(m.ehr_import_reason_markup({ field: ehrFieldWords[field]() }))
  refuseFault(field, text)
  return text
}

/** A calendar date, also as an instant at its midnight. @throws Unusable for one that does not exist or is to come */
export function dateOf(field: Exclude<HeldField, TextField>, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const day = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(T.*)?$/.exec(value)?.[1] : undefined
  if (day === undefined) throw new Unusable(m.ehr_import_reason_date({ field: ehrFieldWords[field]() }))
  refuseFault(field, day)
  if (Temporal.Now.plainDateISO('UTC').year - Number(day.slice(0, 4)) > oldestYears)
    throw new Unusable(m.ehr_import_reason_old({ field: ehrFieldWords[field](), count: oldestYears }))
  return day
}

const genders: Readonly<Record<string, string>> = { m: 'male', f: 'female', o: 'other', u: 'unknown' }

/** In the form residents use: male, female, other; anything else unchanged. @throws Unusable */
export function genderOf(value: unknown): string | undefined {
  const text = textOf('gender', value)?.toLowerCase()
  if (!text) return undefined
  const word = genders[text] ?? text
  return word === 'unknown' ? undefined : word
}

/** Text that nobody's record lacks. @throws Unusable */
export function requiredText(field: 'first_name' | 'last_name', value: unknown): string {
  const text = textOf(field, value)
  if (text === undefined) throw new Unusable(m.ehr_import_reason_missing({ field: ehrFieldWords[field]() }))
  return text
}

/** The EHR's own id. @throws Unusable */
export function externalId(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (!/^[A-Za-z0-9._:-]{1,128}$/.test(text)) throw new Unusable(m.ehr_import_reason_id())
  return text
}

/** Refuses keys used for prototype pollution. @throws Unusable */
export function refuseTricks(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > 50) throw new Unusable(m.ehr_import_reason_deep())
  for (const [key, held] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype')
      throw new Unusable(m.ehr_import_reason_field())
    refuseTricks(held, depth + 1)
  }
}

/** Leaves out undefined fields. */
export const saidOf = (fields: { readonly [F in EhrField]?: string | undefined }): Said =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
