import type { EhrField } from '@eupnea/contract/ehr-import.ts'
import { isSeen, unturned } from '@eupnea/contract/fields.ts'
import { m } from '@eupnea/texts'
import type { Said } from './incoming.ts'

/** Checks what a resident's record can hold, and refuses values that no real person has. */

const longest: Readonly<Record<EhrField, number>> = {
  first_name: 100,
  last_name: 100,
  dob: 10,
  gender: 32,
  mr_no: 64,
  room: 64,
  floor: 40,
  date_of_admission: 10,
  status: 1,
}

const words: Readonly<Record<EhrField, () => string>> = {
  first_name: m.ehr_import_field_first_name,
  last_name: m.ehr_import_field_last_name,
  dob: m.ehr_import_field_dob,
  gender: m.ehr_import_field_gender,
  mr_no: m.ehr_import_field_mr_no,
  room: m.ehr_import_field_room,
  floor: m.ehr_import_field_floor,
  date_of_admission: m.ehr_import_field_date_of_admission,
  status: m.ehr_import_field_status,
}

/** Nobody has lived longer. */
const oldestYears = 125

export class Unusable extends Error {}

/** Text for a record: numbers are kept as written, spaces are tidied. @throws Unusable */
export function textOf(field: EhrField, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Unusable(m.ehr_import_reason_text({ field: words[field]() }))
  const text = unturned(String(value)).trim().replaceAll(/\s+/g, ' ')
  if (/[<>]/.test(text)) throw new Unusable(m.ehr_import_reason_markup({ field: words[field]() }))
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    throw new Unusable(m.ehr_import_reason_characters({ field: words[field]() }))
  if (text.length > longest[field])
    throw new Unusable(m.ehr_import_reason_long({ field: words[field](), count: longest[field] }))
  return text
}

/**
 * A calendar date, also from an instant at its midnight.
 * @throws Unusable for one that doesn't exist or is in the future
 */
export function dateOf(field: EhrField, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const day = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(T.*)?$/.exec(value)?.[1] : undefined
  const date = day === undefined ? null : plainDate(day)
  const today = Temporal.Now.plainDateISO('Pacific/Kiritimati')
  if (!date) throw new Unusable(m.ehr_import_reason_date({ field: words[field]() }))
  if (Temporal.PlainDate.compare(date, today) > 0)
    throw new Unusable(m.ehr_import_reason_future({ field: words[field]() }))
  if (today.year - date.year > oldestYears)
    throw new Unusable(m.ehr_import_reason_old({ field: words[field](), count: oldestYears }))
  return day
}

function plainDate(day: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(day)
  } catch {
    return null
  }
}

const genders: Readonly<Record<string, string>> = { m: 'male', f: 'female', o: 'other', u: 'unknown' }

/** In the form residents use: male, female, other; anything else unchanged. @throws Unusable */
export function genderOf(value: unknown): string | undefined {
  const text = textOf('gender', value)?.toLowerCase()
  if (!text) return undefined
  const word = genders[text] ?? text
  return word === 'unknown' ? undefined : word
}

/** @throws Unusable when a name is missing */
export function nameOf(field: 'first_name' | 'last_name', value: unknown): string {
  const text = textOf(field, value)
  if (!text || !isSeen(text)) throw new Unusable(m.ehr_import_reason_missing({ field: words[field]() }))
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
