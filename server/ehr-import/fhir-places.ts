import { startOfDay } from '../platform/local-days.ts'

/** Finds who has a current stay, and each patient's room and floor, in FHIR data. */

export type Resource = Readonly<Record<string, unknown>> & { readonly resourceType: string; readonly id?: unknown }

interface Place {
  /** absent: unknown */
  readonly room?: string
  readonly floor?: string
  readonly admitted?: string
}

interface Stay extends Place {
  /** null: the server doesn't tell who has a current stay */
  readonly isStaying: boolean | null
}

/** @param ids of the patient, and of those merged into it */
export type StayOf = (ids: readonly string[]) => Stay

export type Part = Readonly<Record<string, unknown>>
export const partsOf = (value: unknown): Part[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
const partOf = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The id in `Location/12`, with or without the server's address and a version. */
export const idOf = (reference: unknown, type: string): string | undefined =>
  new RegExp(`(?:^|/)${type}/([^/]+)(?:/_history/[^/]+)?$`).exec(textOf(partOf(reference).reference))?.[1]

/** Deepest nesting of beds, rooms, wards, levels, buildings and sites. */
const deepest = 12

/** Somebody on leave still has their bed. */
export const currentStatuses = ['in-progress', 'onleave'] as const
const isCurrent = ({ resourceType, status }: Resource): boolean =>
  resourceType === 'Encounter' && currentStatuses.some((one) => one === status)

/** Classes of encounters without a bed of the facility, such as a call with a doctor (HL7's ActCode). */
const visits = ['AMB', 'EMER', 'FLD', 'HH', 'PRENC', 'VR']
const isVisit = (encounter: Resource): boolean => visits.includes(textOf(partOf(encounter.class).code))

/** The newest, but a visit only if there is nothing else. */
function isBetter(one: Resource, other: Resource, tz: string): boolean {
  if (isVisit(one) !== isVisit(other)) return isVisit(other)
  return beganAt(one, tz) > beganAt(other, tz)
}

/**
 * @param tz of the clinic, for the day of an instant
 * @param locations null: the server doesn't give them, so rooms stay unknown
 * @param encounters current ones; null: the server doesn't give them, so stays are unknown
 */
export function staysOf(
  tz: string,
  locations: readonly Resource[] | null,
  encounters: readonly Resource[] | null,
): StayOf {
  if (encounters === null) return () => ({ isStaying: null })
  const byId = new Map((locations ?? []).map((location) => [String(location.id), location]))
  const byPatient = new Map<string, Resource>()
  for (const encounter of encounters) {
    const patient = idOf(encounter.subject, 'Patient')
    if (!isCurrent(encounter) || !patient) continue
    const before = byPatient.get(patient)
    if (!before || isBetter(encounter, before, tz)) byPatient.set(patient, encounter)
  }
  return (ids) => {
    const encounter = ids.flatMap((id) => byPatient.get(id) ?? [])[0]
    if (!encounter) return { isStaying: false }
    const stays = partsOf(encounter.location)
    const stay = stays.find(({ status }) => status === 'active') ?? stays.find(({ period }) => !partOf(period).end)
    const admitted = dayOf(startOf(encounter), tz)
    return {
      isStaying: true,
      ...(locations === null ? {} : whereIs(byId, idOf(stay?.location, 'Location'))),
      ...(admitted && { admitted }),
    }
  }
}

/** Of a date or an instant; undefined: a partial date is no day of admission. */
function dayOf(start: string, tz: string): string | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(start) ?? []
  // Its end alone: a search behind each T takes hours in a text of them.
  if (!start.includes('T') || !/(Z|[+-]\d{2}:\d{2})$/.test(start.slice(-6))) return day
  try {
    return Temporal.Instant.from(start).toZonedDateTimeISO(tz).toPlainDate().toString()
  } catch {
    // An impossible one is refused for what it says.
    return day
  }
}

/** Milliseconds since the epoch; a day, a month or a year begins with its first midnight. Without a start: before all others. */
function beganAt(encounter: Resource, tz: string): number {
  const start = startOf(encounter)
  try {
    if (start.includes('T')) return Temporal.Instant.from(start).epochMilliseconds
    const first = `${start}-01-01`.slice(0, 10)
    return startOfDay(first, tz).epochMilliseconds
  } catch {
    return Number.NEGATIVE_INFINITY
  }
}

const startOf = (encounter: Resource): string => textOf(partOf(encounter.period).start)

/** From the bed outwards: the room that contains it, and the level. */
function whereIs(byId: ReadonlyMap<string, Resource>, from: string | undefined): Place {
  let [room, bed, floor] = ['', '', '']
  let location = from === undefined ? undefined : byId.get(from)
  // It names a place that the server doesn't list.
  if (from !== undefined && !location) return {}
  for (let steps = 0; location && steps < deepest; steps++) {
    const kind = textOf(partsOf(partOf(location.physicalType).coding)[0]?.code)
    const name = textOf(location.name)
    if (kind === 'bd') bed = name
    else if (kind === 'ro') room = name
    else if (kind === 'lvl') floor = name
    else if (kind === 'wa') floor ||= name
    const parent = idOf(location.partOf, 'Location')
    location = parent === undefined ? undefined : byId.get(parent)
  }
  return { room: bedName(room, bed), floor }
}

/** A room and the bed in it, as residents' records have them: `101-A`. */
export const bedName = (room: string, bed: string): string =>
  room && bed && room !== bed ? `${room}-${bed}` : room || bed
