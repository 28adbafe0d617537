import { idOf, partsOf, type Resource } from './fhir-places.ts'

/** Which records of a FHIR server have been merged into which (Patient.link). */
export interface Merges {
  /** the record that replaces this one; undefined: none does */
  survivorOf(id: string): string | undefined
  /** records that this one replaces */
  replacedBy(id: string): readonly string[]
  /** the server lists it */
  isListed(id: string): boolean
}

/** @param patients all of them, at least with id and link */
export function mergesOf(patients: readonly Resource[]): Merges {
  const next = new Map<string, string>()
  for (const { id, link } of patients) {
    const other = partsOf(link).find(({ type }) => type === 'replaced-by')?.other
    const into = idOf(other, 'Patient')
    if (into !== undefined && into !== id) next.set(String(id), into)
  }
  const survivors = new Map<string, string | undefined>()
  // Each record is followed once: in a chain of thousands, following each to its end would take minutes, and the portal
  // would do nothing else.
  for (const id of next.keys()) {
    const path = new Set<string>()
    let at = id
    for (; next.has(at) && !survivors.has(at) && !path.has(at); at = next.get(at)!) path.add(at)
    // Records that replace each other in a circle replace nothing.
    const last = path.has(at) ? undefined : survivors.has(at) ? survivors.get(at) : at
    for (const one of path) survivors.set(one, last)
  }
  const survivorOf = (id: string) => survivors.get(id)
  const replaced = Map.groupBy(
    [...next.keys()].filter((id) => survivorOf(id) !== undefined),
    (id) => survivorOf(id)!,
  )
  const listed = new Set(patients.map(({ id }) => String(id)))
  return { survivorOf, replacedBy: (id) => replaced.get(id) ?? [], isListed: (id) => listed.has(id) }
}
