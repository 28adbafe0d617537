/** SMART scopes of programs: which resources a service account may read by id (`r`) and search (`s`) (FH-2). */

export const fhirTypes = ['Patient', 'Observation', 'Organization', 'Device', 'Location'] as const
export type FhirType = (typeof fhirTypes)[number]

const rights = ['r', 's'] as const
type Right = (typeof rights)[number]
/** such as `Patient.r` */
export type FhirRight = `${FhirType}.${Right}`

/** Version 2 (`system/Patient.rs`) and version 1 (`system/Patient.read`). */
const pattern = /^system\/(\*|[A-Z][A-Za-z]+)\.(read|write|\*|(?=[cruds])c?r?u?d?s?)$/

/** What a scope covers of what there is to read; nothing for a scope that isn't one. */
export function rightsOf(scope: string): FhirRight[] {
  const [, type, letters = ''] = pattern.exec(scope) ?? []
  const types = fhirTypes.filter((one) => type === '*' || one === type)
  const given =
    letters === 'read' || letters === '*'
      ? rights
      : rights.filter((one) => letters.includes(one) && letters !== 'write')
  return types.flatMap((one) => given.map((right) => `${one}.${right}` as const))
}

/** Whether a service account may have the scope: reading only, of resources that there are. */
export const isReadScope = (scope: string): boolean => /\.(read|rs?|s)$/.test(scope) && rightsOf(scope).length > 0

export const covers = (scopes: readonly string[], right: FhirRight): boolean =>
  scopes.some((scope) => rightsOf(scope).includes(right))

/** What a program gets of the scopes it asks for: each as it was spelled where all of it is allowed, else the part that is. */
export function narrowScopes(asked: readonly string[], allowed: readonly string[]): string[] {
  const granted = asked.flatMap((scope) => {
    const wanted = rightsOf(scope)
    const kept = wanted.filter((right) => covers(allowed, right))
    if (kept.length === wanted.length && isReadScope(scope)) return [scope]
    return fhirTypes.flatMap((type) => {
      const letters = rights.filter((right) => kept.includes(`${type}.${right}`)).join('')
      return letters ? [`system/${type}.${letters}`] : []
    })
  })
  return [...new Set(granted)]
}
