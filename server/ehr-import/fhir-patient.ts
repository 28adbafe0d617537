import { dateOf, externalId, genderOf, refuseTricks, requiredText, saidOf, textOf, Unusable } from './check-person.ts'
import { type Part, type PlaceOf, partsOf, type Resource } from './fhir-places.ts'
import { type Incoming, shownName } from './incoming.ts'

/** The name that a person uses now. */
function bestName(names: readonly Part[]): Part {
  const current = names.filter(
    ({ use, period }) => use !== 'old' && use !== 'maiden' && !(period as Part | undefined)?.end,
  )
  const of = (use: string) => current.find((name) => name.use === use)
  return of('official') ?? of('usual') ?? current[0] ?? names[0] ?? {}
}

/** The medical record number, recognised by its HL7 code. */
const recordNumber = (identifiers: readonly Part[]): unknown =>
  identifiers.find(({ type }) => partsOf((type as Part | undefined)?.coding).some(({ code }) => code === 'MR'))?.value

/** Only whole dates: a year or a month can't be used to compare people. */
const wholeDate = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}(-\d{2})?$/.test(value) ? null : value

/** Turns a FHIR R4 Patient into a row. Patients who are dead or inactive count as left. */
export function fhirPatient(patient: Resource, placeOf: PlaceOf): Incoming {
  const name = bestName(partsOf(patient.name))
  const given = Array.isArray(name.given) ? name.given[0] : undefined
  const who = shownName(given, name.family)
  let external_id: string | null = null
  try {
    external_id = externalId(patient.id)
    refuseTricks(patient)
    const { room, floor, admitted } = placeOf(external_id)
    const isGone =
      patient.active === false || patient.deceasedBoolean === true || patient.deceasedDateTime !== undefined
    return {
      external_id,
      said: saidOf({
        first_name: requiredText('first_name', given),
        last_name: requiredText('last_name', name.family),
        dob: dateOf('dob', wholeDate(patient.birthDate)),
        gender: genderOf(patient.gender),
        mr_no: textOf('mr_no', recordNumber(partsOf(patient.identifier))) || undefined,
        room: isGone ? undefined : textOf('room', room),
        floor: isGone ? undefined : textOf('floor', floor),
        date_of_admission: dateOf('date_of_admission', admitted),
        status: isGone ? '2' : '1',
      }),
    }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return { external_id, who, fault: error.message }
  }
}
