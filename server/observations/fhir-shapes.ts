import type { FhirBundle } from '@eupnea/contract/observations.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { findingOf } from '@eupnea/contract/rules/severity.ts'
import type { MinuteRow, PatientRow } from './observations.sql.ts'

/** Rows of the portal as resources of FHIR R4. */

export const respirationRate = { system: 'http://loinc.org', code: '9279-1', display: 'Respiratory rate' } as const

/** HL7's codes for gender; anything else is left out. */
const genders = new Set(['male', 'female', 'other', 'unknown'])

export const patientResource = ({ resident_id: id, ...row }: PatientRow) => ({
  resourceType: 'Patient' as const,
  id,
  meta: { lastUpdated: row.updated_at.round('millisecond').toString() },
  ...(row.mr_no && {
    identifier: [
      {
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }],
          text: 'Record number',
        },
        value: row.mr_no,
      },
    ],
  }),
  active: row.status === 1,
  name: [
    {
      use: 'official' as const,
      text: residentName(row),
      family: row.last_name,
      given: [row.first_name],
    },
  ],
  ...(row.gender && genders.has(row.gender) && { gender: row.gender }),
  ...(row.dob && { birthDate: row.dob }),
  managingOrganization: { type: 'Organization', identifier: { value: row.clinic_id } },
})

const rateOf = (rr: number) => ({
  value: Math.round(rr * 100) / 100,
  unit: 'breaths/minute',
  system: 'http://unitsofmeasure.org',
  code: '/min',
})

const interpretations = {
  'Extremely Low Respiratory': { code: 'LL', display: 'Critical low' },
  'Low Respiratory': { code: 'L', display: 'Low' },
  'High Respiratory': { code: 'H', display: 'High' },
  'Extremely High Respiratory': { code: 'HH', display: 'Critical high' },
} as const

/** HL7's word for the severity by the limits in force then (PL-2). */
function interpretationOf(rr: number, limits: RateLimits) {
  const finding = findingOf(rr, limits)
  const { code, display } = finding ? interpretations[finding.title] : { code: 'N', display: 'Normal' }
  return { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code, display }
}

/** One minute's average. Its id is derived from resident, device and minute, so it is always the same. */
export const observationResource = (
  resident_id: string,
  { minute, avg_rr, device_id }: MinuteRow,
  limits: RateLimits,
) => ({
  resourceType: 'Observation' as const,
  id: `rr-${minute.epochMilliseconds / 60_000}-${resident_id.replaceAll(/[^A-Za-z0-9.-]/g, '-')}`.slice(0, 64),
  status: 'final' as const,
  category: [
    {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/observation-category',
          code: 'vital-signs',
          display: 'Vital Signs',
        },
      ],
    },
  ],
  code: { coding: [respirationRate], text: 'Respiratory rate' },
  subject: { reference: `Patient/${resident_id}`, type: 'Patient' },
  effectivePeriod: { start: minute.toString(), end: minute.add({ minutes: 1 }).toString() },
  valueQuantity: rateOf(avg_rr),
  interpretation: [{ coding: [interpretationOf(avg_rr, limits)] }],
  referenceRange: [{ low: rateOf(limits.low), high: rateOf(limits.high) }],
  device: { type: 'Device', identifier: { value: device_id } },
})

interface Page {
  /** address of the endpoint, such as https://portal.example.org/api/fhir */
  readonly base: string
  readonly path: 'Patient' | 'Observation'
  /** the search parameters without the page */
  readonly query: URLSearchParams
  readonly page: number
  readonly hasNext: boolean
  readonly total?: number
  readonly resources: readonly { readonly resourceType: string; readonly id: string }[]
}

/** A page of a search, with a link to the next one. */
export function searchSet({ base, path, query, page, hasNext, total, resources }: Page): FhirBundle {
  const at = (number: number) => {
    const all = new URLSearchParams(query)
    all.set('page', String(number))
    return `${base}/${path}?${all}`
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link: [
      { relation: 'self', url: at(page) },
      ...(page > 1 ? [{ relation: 'previous' as const, url: at(page - 1) }] : []),
      ...(hasNext ? [{ relation: 'next' as const, url: at(page + 1) }] : []),
    ],
    // FHIR doesn't allow empty lists.
    ...(resources.length > 0 && {
      entry: resources.map((resource) => ({
        fullUrl: `${base}/${path}/${resource.id}`,
        resource: { ...resource },
        search: { mode: 'match' as const },
      })),
    }),
  }
}
