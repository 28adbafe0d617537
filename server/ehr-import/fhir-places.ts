/** Finds each patient's room and floor in FHIR data. */

export type Resource = Readonly<Record<string, unknown>> & { readonly resourceType: string; readonly id?: unknown }

interface Place {
  /** absent: unknown */
  readonly room?: string
  readonly floor?: string
  readonly admitted?: string
}

/** @param id of the patient */
export type PlaceOf = (id: string) => Place

export type Part = Readonly<Record<string, unknown>>
export const partsOf = (value: unknown): Part[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
const partOf = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The id in `Location/12`, with or without the server's address. */
const idOf = (reference: unknown, type: string): string | undefined =>
  new RegExp(`(?:^|/)${type}/([^/]+)$`).exec(textOf(partOf(reference).reference))?.[1]

/** Deepest nesting of beds, rooms, wards, levels, buildings and sites. */
const deepest = 12

/** @param encounters those in progress; null: the server doesn't provide them */
export function placesOf(locations: readonly Resource[], encounters: readonly Resource[] | null): PlaceOf {
  if (encounters === null) return () => ({})
  const byId = new Map(locations.map((location) => [String(location.id), location]))
  const byPatient = new Map<string, Resource>()
  for (const encounter of encounters) {
    const patient = idOf(encounter.subject, 'Patient')
    if (encounter.resourceType !== 'Encounter' || encounter.status !== 'in-progress' || !patient) continue
    const before = byPatient.get(patient)
    // The newest, if there are several.
    if (!before || startOf(encounter) > startOf(before)) byPatient.set(patient, encounter)
  }
  return (id) => {
    const encounter = byPatient.get(id)
    if (!encounter) return { room: '', floor: '' }
    const stays = partsOf(encounter.location)
    const stay = stays.find(({ status }) => status === 'active') ?? stays.find(({ period }) => !partOf(period).end)
    const admitted = startOf(encounter).slice(0, 10)
    return { ...whereIs(byId, idOf(stay?.location, 'Location')), ...(admitted && { admitted }) }
  }
}

const startOf = (encounter: Resource): string => textOf(partOf(encounter.period).start)

/** From the bed outwards: the room that contains it, and the level. */
function whereIs(byId: ReadonlyMap<string, Resource>, from: string | undefined): Place {
  let [room, bed, floor] = ['', '', '']
  let location = from === undefined ? undefined : byId.get(from)
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
  return { room: room && bed && room !== bed ? `${room}-${bed}` : room || bed, floor }
}
