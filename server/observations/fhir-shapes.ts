import { residentName } from '@eupnea/contract/resident-name.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { findingOf } from '@eupnea/contract/rules/severity.ts'
import type { MinuteRow } from './minutes.sql.ts'
import { genderOf, identifierSystem, type PatientRow, recordNumberSystem } from './patients.sql.ts'

/** Rows of the portal as resources of FHIR R4. */

export const respirationRate = { system: 'http://loinc.org', code: '9279-1', display: 'Respiratory rate' } as const

export const vitalSigns = {
  system: 'http://terminology.hl7.org/CodeSystem/observation-category',
  code: 'vital-signs',
  display: 'Vital Signs',
} as const

/** Profiles that each Patient and Observation meets. */
export const profiles = {
  Patient: ['http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient'],
  Observation: [
    'http://hl7.org/fhir/StructureDefinition/resprate',
    'http://hl7.org/fhir/StructureDefinition/vitalsigns',
    'http://hl7.org/fhir/us/core/StructureDefinition/us-core-respiratory-rate',
  ],
} as const

/** @param base address of the endpoint, such as https://portal.example.org/api/fhir */
export const patientResource = ({ resident_id: id, ...row }: PatientRow, base: string) => ({
  resourceType: 'Patient' as const,
  id,
  // Cut off, not rounded: a search finds it by the millisecond that it shows.
  meta: {
    lastUpdated: row.updated_at.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).toString(),
    profile: profiles.Patient,
  },
  identifier: [
    { use: 'usual' as const, system: identifierSystem(base, 'resident'), value: id },
    ...(row.mr_no
      ? [
          {
            type: {
              coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }],
              text: 'Record number',
            },
            system: recordNumberSystem(base, row.clinic_id),
            value: row.mr_no,
          },
        ]
      : []),
  ],
  active: row.status === 1,
  name: [
    {
      use: 'official' as const,
      text: residentName(row),
      ...(row.last_name && { family: row.last_name }),
      ...(row.first_name && { given: [row.first_name] }),
    },
  ],
  gender: genderOf(row.gender),
  ...(row.dob && { birthDate: row.dob }),
  managingOrganization: { reference: `Organization/${row.clinic_id}`, type: 'Organization' },
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

/** A rate, and HL7's word for its severity by the limits in force then (PL-2): of the value given, as in reports. */
function interpreted(rr: number, limits: RateLimits) {
  const valueQuantity = rateOf(rr)
  const finding = findingOf(valueQuantity.value, limits)
  const { code, display } = finding ? interpretations[finding.title] : { code: 'N', display: 'Normal' }
  const system = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'
  return { valueQuantity, interpretation: [{ coding: [{ system, code, display }] }] }
}

/** The id of a minute's Observation: of the resident and the minute, so that it is always the same. */
const observationId = (resident_id: string, minute: Temporal.Instant): string =>
  `rr-${minute.epochMilliseconds / 60_000}-${resident_id}`

/** @returns whose minute it is; null for an id that no Observation has */
export function minuteOfId(id: string): { resident_id: string; since: number } | null {
  const [, number, resident_id] = /^rr-(\d{1,9})-(.+)$/.exec(id) ?? []
  return number && resident_id ? { resident_id, since: Number(number) * 60_000 } : null
}

/** One minute's average; of a minute without a valid rate it says that there is none. */
export const observationResource = (
  { resident_id, minute, avg_rr, device_id, late_at }: MinuteRow,
  limits: RateLimits,
  base: string,
) => ({
  resourceType: 'Observation' as const,
  id: observationId(resident_id, minute),
  meta: {
    lastUpdated: (late_at ?? minute.add({ minutes: 1 }))
      .round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
      .toString(),
    profile: profiles.Observation,
  },
  status: 'final' as const,
  category: [{ coding: [vitalSigns] }],
  code: { coding: [respirationRate], text: 'Respiratory rate' },
  subject: { reference: `Patient/${resident_id}`, type: 'Patient' },
  effectiveDateTime: minute.toString(),
  ...(avg_rr === null
    ? {
        dataAbsentReason: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
              code: 'unknown',
              display: 'Unknown',
            },
          ],
        },
      }
    : interpreted(avg_rr, limits)),
  referenceRange: [{ low: rateOf(limits.low), high: rateOf(limits.high) }],
  device: {
    reference: `Device/${device_id}`,
    type: 'Device',
    identifier: { system: identifierSystem(base, 'device'), value: device_id },
  },
})
