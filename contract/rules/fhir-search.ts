import type { FhirType } from './fhir-scope.ts'

/** What can be searched and sorted by, of each resource: the calls and the CapabilityStatement are made of it (FH-1). */

type Modifier = 'exact' | 'contains' | 'missing'

export interface SearchParam {
  readonly type: 'token' | 'string' | 'date' | 'reference'
  readonly modifiers?: readonly Modifier[]
}

const id: SearchParam = { type: 'token' }
const token: SearchParam = { type: 'token' }
const date: SearchParam = { type: 'date' }
const reference: SearchParam = { type: 'reference' }
const text: SearchParam = { type: 'string', modifiers: ['exact', 'contains'] }

export const searchParams = {
  Patient: {
    _id: id,
    _lastUpdated: date,
    identifier: token,
    family: text,
    given: text,
    name: text,
    birthdate: { type: 'date', modifiers: ['missing'] },
    gender: token,
    active: token,
    organization: reference,
  },
  Observation: {
    _id: id,
    _lastUpdated: date,
    patient: reference,
    subject: reference,
    code: token,
    category: token,
    date,
  },
  Organization: { _id: id, name: text },
  Device: { _id: id, identifier: token, organization: reference, patient: reference },
  Location: { _id: id, name: text, organization: reference },
} as const satisfies Record<FhirType, Record<string, SearchParam>>

export const sortKeys = {
  Patient: ['_id', '_lastUpdated', 'family', 'given', 'birthdate', 'gender'],
  Observation: ['date'],
  Organization: ['_id', 'name'],
  Device: ['_id'],
  Location: ['_id', 'name'],
} as const satisfies Record<FhirType, readonly string[]>

/** Names of a resource's parameters as they are sent: `family`, `family:exact`, … */
export const paramNames = (type: FhirType): string[] =>
  Object.entries<SearchParam>(searchParams[type]).flatMap(([name, { modifiers = [] }]) => [
    name,
    ...modifiers.map((modifier) => `${name}:${modifier}`),
  ])

/** Most resources on a page. */
export const mostPerPage = 1_000
