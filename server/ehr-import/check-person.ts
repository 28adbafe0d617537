import type { EhrField } from '@eupnea/contract/ehr-import.ts'
import { isSeen, unturned } from '@eupnea/contract/fields.ts'
import type { Said } from './incoming.ts'

/** What a resident's record can hold, and what no person's record holds. */

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

const words: Readonly<Record<EhrField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  dob: 'Date of birth',
  gender: 'Gender',
  mr_no: 'Record number',
  room: 'Room',
  floor: 'Floor',
  date_of_admission: 'Date of admission',
  status: 'Status',
}

/** Nobody has become older. */
const oldestYears = 125

export class Unusable extends Error {}

/** Text of a record: numbers are taken as they are written, spaces are tidied. @throws Unusable */
export function textOf(field: EhrField, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number') throw new Unusable(`${words[field]} is not text`)
  const text = unturned(String(value)).trim().replaceAll(/\s+/g, ' ')
  if (/[<>]/.test(text)) throw new Unusable(`${words[field]} holds markup`)
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    throw new Unusable(`${words[field]} holds characters that are no text`)
  if (text.length > longest[field]) throw new Unusable(`${words[field]} is longer than ${longest[field]} characters`)
  return text
}

/** A calendar date, also as an instant at its midnight. @throws Unusable for one that does not exist or is to come */
export function dateOf(field: EhrField, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const day = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(T.*)?$/.exec(value)?.[1] : undefined
  const date = day === undefined ? null : plainDate(day)
  const today = Temporal.Now.plainDateISO('Pacific/Kiritimati')
  if (!date) throw new Unusable(`${words[field]} is not a date`)
  if (Temporal.PlainDate.compare(date, today) > 0) throw new Unusable(`${words[field]} is in the future`)
  if (today.year - date.year > oldestYears) throw new Unusable(`${words[field]} is more than ${oldestYears} years ago`)
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

/** As residents have it: male, female, other; others as they are. @throws Unusable */
export function genderOf(value: unknown): string | undefined {
  const text = textOf('gender', value)?.toLowerCase()
  if (!text) return undefined
  const word = genders[text] ?? text
  return word === 'unknown' ? undefined : word
}

/** @throws Unusable when a name is missing */
export function nameOf(field: 'first_name' | 'last_name', value: unknown): string {
  const text = textOf(field, value)
  if (!text || !isSeen(text)) throw new Unusable(`${words[field]} is missing`)
  return text
}

/** An id of the EHR's own. @throws Unusable */
export function externalId(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (!/^[A-Za-z0-9._:-]{1,128}$/.test(text)) throw new Unusable('It has no id')
  return text
}

/** Keys that would change what every object is, had somebody been less careful. @throws Unusable */
export function refuseTricks(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > 50) throw new Unusable('It is nested too deeply')
  for (const [key, held] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype')
      throw new Unusable('It holds a field that no record has')
    refuseTricks(held, depth + 1)
  }
}

/** Without what is not told. */
export const saidOf = (fields: { readonly [F in EhrField]?: string | undefined }): Said =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
