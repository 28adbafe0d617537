import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, line, queryInteger } from './fields.ts'

/**
 * Measurements as FHIR R4, for an EHR to read: patients and their respiration rate (LOINC 9279-1). Parameter names and
 * shapes are FHIR's.
 */

const fhirMediaType = 'application/fhir+json; charset=utf-8'

const resource = z.looseObject({ resourceType: z.string() })

const link = z.object({ relation: z.enum(['self', 'next', 'previous']), url: z.string() })
const bundle = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('searchset'),
  total: z.number().optional(),
  link: z.array(link),
  entry: z
    .array(z.object({ fullUrl: z.string(), resource, search: z.object({ mode: z.literal('match') }) }))
    .optional(),
})
export type FhirBundle = z.output<typeof bundle>

const fhirPaging = { _count: queryInteger(1, 1_000).default(100), page: queryInteger(1, 1_000_000).default(1) }

/** `Patient/{id}` or the id alone. */
const reference = z
  .string()
  .transform((value) => value.replace(/^Patient\//, ''))
  .pipe(id)

const date = z
  .string()
  .regex(
    /^(eq|ge|gt|le|lt)?\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/,
    m.observation_date_malformed(),
  )

export const readFhirMetadata = call({
  name: 'readFhirMetadata',
  method: 'GET',
  path: '/fhir/metadata',
  access: access.public,
  summary: m.observation_metadata_call(),
  input: z.strictObject({}),
  output: resource,
  mediaType: fhirMediaType,
})

export const listFhirPatients = call({
  name: 'listFhirPatients',
  method: 'GET',
  path: '/fhir/Patient',
  access: access.staff,
  summary: m.observation_list_patients_call(),
  input: z.strictObject({
    _id: id.optional(),
    identifier: line(300, 1).optional(),
    organization: z
      .string()
      .transform((value) => value.replace(/^Organization\//, ''))
      .pipe(id)
      .optional(),
    ...fhirPaging,
  }),
  output: bundle,
  mediaType: fhirMediaType,
})

export const readFhirPatient = call({
  name: 'readFhirPatient',
  method: 'GET',
  path: '/fhir/Patient/{patient_id}',
  access: access.staff,
  summary: m.observation_read_patient_call(),
  input: z.strictObject({ patient_id: id }),
  output: resource,
  mediaType: fhirMediaType,
})

export const listFhirObservations = call({
  name: 'listFhirObservations',
  method: 'GET',
  path: '/fhir/Observation',
  access: access.staff,
  summary: m.observation_list_call(),
  input: z.strictObject({
    patient: reference,
    /** FHIR's prefixes; twice for a range. Dates without a time are days in UTC */
    date: z.union([date, z.array(date).min(1).max(2)]).optional(),
    code: z
      .string()
      .regex(
        /^(http:\/\/loinc\.org\|)?[\w-]{1,20}(,(http:\/\/loinc\.org\|)?[\w-]{1,20}){0,20}$/,
        m.observation_codes_wrong(),
      )
      .optional(),
    category: line(200).optional(),
    ...fhirPaging,
  }),
  output: bundle,
  mediaType: fhirMediaType,
})

export const observationCalls = [readFhirMetadata, listFhirPatients, readFhirPatient, listFhirObservations]
