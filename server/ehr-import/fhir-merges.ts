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
  const survivorOf = (id: string) => {
    const met = new Set([id])
    let last = next.get(id)
    for (let at = last; at !== undefined; at = next.get(at)) {
      // Records that replace each other in a circle replace nothing.
      if (met.has(at)) return undefined
      met.add(at)
      last = at
    }
    return last
  }
  const replaced = Map.groupBy(
    [...next.keys()].filter((id) => survivorOf(id) !== undefined),
    (id) => survivorOf(id)!,
  )
  const listed = new Set(patients.map(({ id }) => String(id)))
  return { survivorOf, replacedBy: (id) => replaced.get(id) ?? [], isListed: (id) => listed.has(id) }
}
