import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { dateIntervals } from './date-search.ts'
import { type Condition, equals, hasText, isWithin, none, oneOf } from './rows.sql.ts'
import type { Kind } from './search-rows.ts'
import { badValue, flagOf, isToken, referenceOf, textOf, tokenOf } from './search-values.ts'

/** Residents as they are searched: the view observed_residents. */

export interface PatientRow {
  readonly resident_id: string
  readonly clinic_id: string
  readonly first_name: string
  readonly last_name: string
  readonly status: number
  readonly dob: string | null
  readonly gender: string | null
  readonly mr_no: string | null
  readonly updated_at: Temporal.Instant
}

/** Whose identifiers they are: the portal's own, one system per noun. */
export const identifierSystem = (base: string, noun: 'resident' | 'device' | 'sensor'): string =>
  `${base}/identifier/${noun}`
/** Record numbers are given by a facility, and another may give the same. */
export const recordNumberSystem = (base: string, clinic_id: string): string =>
  `${base}/identifier/record-number/${clinic_id}`

const genders = ['male', 'female', 'other'] as const

/** HL7's code for the gender on record; `unknown` for what it has no code for. */
export const genderOf = (gender: string | null): (typeof genders)[number] | 'unknown' =>
  genders.find((one) => one === gender) ?? 'unknown'

const genderSystem = 'http://hl7.org/fhir/administrative-gender'
const isGender = (text: string): Condition =>
  oneOf([
    ...genders.filter((code) => isToken({ system: genderSystem, code }, text)).map((code) => equals('gender', code)),
    ...(isToken({ system: genderSystem, code: 'unknown' }, text)
      ? [sql<boolean>`(gender is null or gender not in ('male', 'female', 'other'))`]
      : []),
  ])

function hasIdentifier(text: string, base: string): Condition {
  const { system, code } = tokenOf(text)
  if (system === undefined) return oneOf([equals('mr_no', code), equals('resident_id', code)])
  if (system === identifierSystem(base, 'resident')) return code ? equals('resident_id', code) : sql<boolean>`true`
  const prefix = recordNumberSystem(base, '')
  if (!system.startsWith(prefix)) return none
  const ofClinic = equals('clinic_id', system.slice(prefix.length))
  return sql<boolean>`(${ofClinic} and ${code ? equals('mr_no', code) : sql<boolean>`mr_no <> ''`})`
}

export const patients: Kind = {
  view: 'observed_residents',
  id: 'resident_id',
  sortable: {
    _id: sql.ref('resident_id'),
    _lastUpdated: sql`to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
    family: sql`fold(last_name)`,
    given: sql`fold(first_name)`,
    birthdate: sql.ref('dob'),
    gender: sql.ref('gender'),
  },
  conditions: {
    _id: (given) => oneOf(given.map((text) => equals('resident_id', textOf(text)))),
    _lastUpdated: (given, { now }) =>
      isWithin(sql`date_trunc('milliseconds', updated_at)`, 'timestamptz', dateIntervals('_lastUpdated', [given], now)),
    identifier: (given, { base }) => oneOf(given.map((text) => hasIdentifier(text, base))),
    family: (given, { modifier }) => oneOf(given.map((text) => hasText(['last_name'], text, modifier))),
    given: (given, { modifier }) => oneOf(given.map((text) => hasText(['first_name'], text, modifier))),
    name: (given, { modifier }) =>
      oneOf(given.map((text) => hasText(['last_name', 'first_name', 'full_name'], text, modifier))),
    birthdate(given, { modifier, now }) {
      if (modifier === 'missing')
        return oneOf(given.map((text) => sql<boolean>`(dob is null) = ${flagOf('birthdate:missing', text)}`))
      if (given.some((text) => text.includes('T'))) throw badValue('birthdate', m.observation_date_malformed())
      return isWithin(sql.ref('dob'), 'date', dateIntervals('birthdate', [given], now))
    },
    gender: (given) => oneOf(given.map(isGender)),
    active: (given) => oneOf(given.map((text) => sql<boolean>`(status = 1) = ${flagOf('active', text)}`)),
    organization: (given, { base }) =>
      oneOf(given.map((text) => equals('clinic_id', referenceOf('organization', text, 'Organization', base)))),
  },
}
