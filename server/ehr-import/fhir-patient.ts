import { m } from '@eupnea/texts'
import { dateOf, externalId, genderOf, refuseTricks, requiredText, saidOf, textOf, Unusable } from './check-person.ts'
import type { Merges } from './fhir-merges.ts'
import { type Part, partsOf, type Resource, type StayOf } from './fhir-places.ts'
import { type Incoming, shownName } from './incoming.ts'

/** The name that a person uses now. */
function bestName(names: readonly Part[]): Part {
  const current = names.filter(
    ({ use, period }) => use !== 'old' && use !== 'maiden' && !(period as Part | undefined)?.end,
  )
  const of = (use: string) => current.find((name) => name.use === use)
  return of('official') ?? of('usual') ?? current[0] ?? names[0] ?? {}
}

interface Named {
  readonly given: unknown
  readonly family: unknown
  /** they were read from the name as a whole */
  readonly isFromText?: true
}

/**
 * First and last name; from `name.text` where the EHR gives only that: `Byron, Ada`, or else the last word is the last
 * name.
 */
function namedOf({ given: all, family, text }: Part): Named {
  const given = Array.isArray(all) ? all[0] : undefined
  if ((given !== undefined && family !== undefined) || typeof text !== 'string') return { given, family }
  const whole = text.trim().replaceAll(/\s+/g, ' ')
  const [last, first] = whole.includes(',') ? [whole.split(',')[0], whole.split(',')[1]?.trim()] : []
  if (first) return { given: given ?? first, family: family ?? last, isFromText: true }
  if (typeof family === 'string' && whole.endsWith(` ${family}`))
    return { given: whole.slice(0, -family.length - 1), family, isFromText: true }
  const cut = whole.lastIndexOf(' ')
  if (cut < 0 || family !== undefined) return { given, family }
  return { given: given ?? whole.slice(0, cut), family: whole.slice(cut + 1), isFromText: true }
}

/** The medical record number in use, recognised by its HL7 code. */
const recordNumber = (identifiers: readonly Part[]): unknown =>
  identifiers.find(
    ({ type, use, period }) =>
      use !== 'old' && !isOver(period) && partsOf((type as Part | undefined)?.coding).some(({ code }) => code === 'MR'),
  )?.value

/** Whether a period has ended before today, or before the year or month that it names only. */
function isOver(period: unknown): boolean {
  const end = (period as Part | undefined)?.end
  const today = Temporal.Now.plainDateISO('UTC').toString()
  return typeof end === 'string' && end.slice(0, 10) < today.slice(0, Math.min(end.length, 10))
}

/** A year or a month can't be used to compare people. */
const isPartial = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(-\d{2})?$/.test(value)

/**
 * Turns a FHIR R4 Patient into a row. Patients who are dead or inactive, and those without a current stay, count as
 * left; so does a record that was merged into another, which its own row continues.
 */
export function fhirPatient(patient: Resource, stayOf: StayOf, merges: Merges): Incoming {
  const { given, family, isFromText } = namedOf(bestName(partsOf(patient.name)))
  const who = shownName(given, family)
  let external_id: string | null = null
  try {
    external_id = externalId(patient.id)
    refuseTricks(patient)
    const survivor = merges.survivorOf(external_id)
    if (survivor !== undefined) return mergedRow(external_id, survivor, merges, who)
    const replaces = merges.replacedBy(external_id)
    const { isStaying, room, floor, admitted } = stayOf([external_id, ...replaces])
    const isGone =
      isStaying === false ||
      patient.active === false ||
      patient.deceasedBoolean === true ||
      patient.deceasedDateTime !== undefined
    const remarks = [
      isFromText && m.ehr_import_remark_name(),
      isPartial(patient.birthDate) && m.ehr_import_remark_born({ date: patient.birthDate }),
    ].filter((remark) => remark !== false && remark !== undefined)
    return {
      external_id,
      said: saidOf({
        first_name: requiredText('first_name', given),
        last_name: requiredText('last_name', family),
        dob: dateOf('dob', isPartial(patient.birthDate) ? null : patient.birthDate),
        gender: genderOf(patient.gender),
        mr_no: textOf('mr_no', recordNumber(partsOf(patient.identifier))) || undefined,
        room: isGone ? undefined : textOf('room', room),
        floor: isGone ? undefined : textOf('floor', floor),
        date_of_admission: dateOf('date_of_admission', admitted),
        status: isGone ? '2' : '1',
      }),
      ...(replaces.length > 0 && { replaces }),
      ...(remarks.length > 0 && { remark: remarks.join('; ') }),
    }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return { external_id, who, fault: error.message }
  }
}

/** The person goes on under the other record; this one has left, and who was known by it is known by the other. */
const mergedRow = (external_id: string, survivor: string, merges: Merges, who: string): Incoming => ({
  external_id,
  who,
  ...(merges.isListed(survivor) && { into: survivor }),
  said: { status: '2' },
  remark: m.ehr_import_remark_merged(),
})
