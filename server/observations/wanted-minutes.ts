import type { FhirSearch } from '@eupnea/contract/observations.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { dateIntervals } from './date-search.ts'
import { minuteOfId, respirationRate, vitalSigns } from './fhir-shapes.ts'
import { type Interval, intersect, merge } from './intervals.ts'
import { alternativesOf, badValue, isToken, referenceOf, textOf } from './search-values.ts'

/** Most patients in one search: their minutes are merged. */
const mostPatients = 100

export interface AskedMinutes {
  /** null: nothing that exists is asked for */
  readonly patients: readonly string[]
  readonly dates: readonly Interval[]
  readonly updated: readonly Interval[] | undefined
  /** null: of all of them */
  readonly byId: ReadonlyMap<string, readonly Interval[]> | null
}

/**
 * What a search of Observations asks for: without patients, nothing that there is.
 * @throws 400; `patient`, `subject` or `_id` must be given, so that no search reads everybody
 */
export function askedMinutes(search: FhirSearch, base: string, now: number): AskedMinutes {
  const of = (name: string) => alternativesOf(name, search[name as keyof FhirSearch])
  const residents = ['patient', 'subject'].flatMap((name) =>
    of(name).map((given) => given.map((text) => referenceOf(name, text, 'Patient', base))),
  )
  const ids = of('_id').map((given) => given.map((text) => minuteOfId(textOf(text))))
  if (residents.length + ids.length === 0) throw badValue('patient', m.observation_patient_required())
  const groups = [...residents, ...ids.map((given) => given.flatMap((one) => (one ? [one.resident_id] : [])))]
  const patients = [...groups.map((group) => new Set(group)).reduce((some, others) => some.intersection(others))]
  if (patients.length > mostPatients)
    throw badValue('patient', m.observation_patients_too_many({ most: numberText(mostPatients) }))
  const codings = { code: respirationRate, category: vitalSigns }
  const isOurs = (['code', 'category'] as const).every((name) =>
    of(name).every((given) => given.some((text) => isToken(codings[name], text))),
  )
  return {
    patients: isOurs ? patients : [],
    dates: dateIntervals('date', of('date'), now),
    updated: search._lastUpdated === undefined ? undefined : dateIntervals('_lastUpdated', of('_lastUpdated'), now),
    byId: ids.length > 0 ? minutesById(ids, patients) : null,
  }
}

function minutesById(ids: readonly (readonly ReturnType<typeof minuteOfId>[])[], patients: readonly string[]) {
  const minutesOf = (group: (typeof ids)[number], patient: string) =>
    merge(group.flatMap((one): Interval[] => (one?.resident_id === patient ? [[one.since, one.since + 60_000]] : [])))
  return new Map(patients.map((patient) => [patient, ids.map((group) => minutesOf(group, patient)).reduce(intersect)]))
}
