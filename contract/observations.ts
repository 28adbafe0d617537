import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, line, queryInteger } from './fields.ts'
import type { FhirType } from './rules/fhir-scope.ts'
import { mostPerPage, paramNames, type searchParams } from './rules/fhir-search.ts'

/**
 * Measurements as FHIR R4, for an EHR to read: patients and their respiration rate (LOINC 9279-1), with the facilities,
 * rooms and sensors that they name. Parameter names and shapes are FHIR's; what isn't named here is refused (FH-1).
 */

export const fhirMediaType = 'application/fhir+json; charset=utf-8'

const fhirResource = z.looseObject({ resourceType: z.string() })

const link = z.object({ relation: z.enum(['self', 'next']), url: z.string() })
const bundle = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('searchset'),
  /** of all pages; left out of Observations, where only `_summary=count` counts */
  total: z.number().optional(),
  link: z.array(link),
  entry: z
    .array(z.object({ fullUrl: z.string(), resource: fhirResource, search: z.object({ mode: z.literal('match') }) }))
    .optional(),
})
export type FhirBundle = z.output<typeof bundle>

const listed = (given: unknown) => (given === undefined || Array.isArray(given) ? given : [given])

/** A parameter may come several times; commas separate alternatives. What it says is parsed by the server. */
const values = z.preprocess(listed, z.array(line(2_000)).min(1).max(20).optional())

/** Any spelling of JSON that FHIR has. */
export const format = z.enum(['json', 'application/json', 'application/fhir+json', 'text/json']).optional()

type Name<T extends FhirType> = Extract<keyof (typeof searchParams)[T], string>

const searchOf = <T extends FhirType>(type: T) =>
  z.strictObject({
    ...(Object.fromEntries(paramNames(type).map((name) => [name, values])) as { [N in Name<T>]: typeof values }),
    /** of a larger one, a page holds as many as it may: the server may send fewer, and never more */
    _count: queryInteger(0, Number.MAX_SAFE_INTEGER)
      .transform((count) => Math.min(count, mostPerPage))
      .optional(),
    _sort: line(200, 1).optional(),
    _summary: z.enum(['count', 'false']).optional(),
    _format: format,
    /** from a link: where its page begins, and the search it belongs to */
    _page: line(8_000, 1).optional(),
  })
/** A search of any resource. */
export interface FhirSearch {
  readonly [name: string]: unknown
  readonly _count?: number | undefined
  readonly _sort?: string | undefined
  readonly _summary?: 'count' | 'false' | undefined
  readonly _page?: string | undefined
}

const list = <const T extends FhirType, const N extends string>(type: T, name: N, summary: string) =>
  call({
    name,
    method: 'GET',
    path: `/fhir/${type}`,
    access: { ...access.staffAndServiceAccounts, right: `${type}.s` },
    summary,
    input: searchOf(type),
    output: bundle,
    mediaType: fhirMediaType,
  })

/** The same with the parameters as a form, so that no name is in an address. */
const search = <const T extends FhirType, const N extends string>(type: T, name: N, summary: string) =>
  call({
    ...list(type, name, summary),
    method: 'POST',
    path: `/fhir/${type}/_search`,
    carries: 'form',
    queried: 'all',
  })

const read = <const T extends FhirType, const N extends string, const K extends string>(
  type: T,
  name: N,
  key: K,
  summary: string,
) =>
  call({
    name,
    method: 'GET',
    path: `/fhir/${type}/{${key}}`,
    access: { ...access.staffAndServiceAccounts, right: `${type}.r` },
    summary,
    input: z.strictObject({ [key]: id, _format: format } as Record<K, typeof id> & { _format: typeof format }),
    output: fhirResource,
    mediaType: fhirMediaType,
  })

export const readFhirMetadata = call({
  name: 'readFhirMetadata',
  method: 'GET',
  path: '/fhir/metadata',
  access: access.public,
  summary: m.observation_metadata_call(),
  input: z.strictObject({ _format: format }),
  output: fhirResource,
  mediaType: fhirMediaType,
})

export const readSmartConfiguration = call({
  name: 'readSmartConfiguration',
  method: 'GET',
  path: '/fhir/.well-known/smart-configuration',
  access: access.public,
  summary: m.observation_smart_call(),
  input: z.strictObject({}),
  output: z.looseObject({ token_endpoint: z.string() }),
})

export const listFhirPatients = list('Patient', 'listFhirPatients', m.observation_list_patients_call())
export const searchFhirPatients = search('Patient', 'searchFhirPatients', m.observation_list_patients_call())
export const readFhirPatient = read('Patient', 'readFhirPatient', 'patient_id', m.observation_read_patient_call())

export const listFhirObservations = list('Observation', 'listFhirObservations', m.observation_list_call())
export const searchFhirObservations = search('Observation', 'searchFhirObservations', m.observation_list_call())
export const readFhirObservation = read(
  'Observation',
  'readFhirObservation',
  'observation_id',
  m.observation_read_call(),
)

export const listFhirOrganizations = list(
  'Organization',
  'listFhirOrganizations',
  m.observation_list_organizations_call(),
)
export const searchFhirOrganizations = search(
  'Organization',
  'searchFhirOrganizations',
  m.observation_list_organizations_call(),
)
export const readFhirOrganization = read(
  'Organization',
  'readFhirOrganization',
  'clinic_id',
  m.observation_read_organization_call(),
)

export const listFhirDevices = list('Device', 'listFhirDevices', m.observation_list_devices_call())
export const searchFhirDevices = search('Device', 'searchFhirDevices', m.observation_list_devices_call())
export const readFhirDevice = read('Device', 'readFhirDevice', 'device_id', m.observation_read_device_call())

export const listFhirLocations = list('Location', 'listFhirLocations', m.observation_list_locations_call())
export const searchFhirLocations = search('Location', 'searchFhirLocations', m.observation_list_locations_call())
export const readFhirLocation = read('Location', 'readFhirLocation', 'location_id', m.observation_read_location_call())

export const observationCalls = [
  readFhirMetadata,
  readSmartConfiguration,
  listFhirPatients,
  searchFhirPatients,
  readFhirPatient,
  listFhirObservations,
  searchFhirObservations,
  readFhirObservation,
  listFhirOrganizations,
  searchFhirOrganizations,
  readFhirOrganization,
  listFhirDevices,
  searchFhirDevices,
  readFhirDevice,
  listFhirLocations,
  searchFhirLocations,
  readFhirLocation,
]
