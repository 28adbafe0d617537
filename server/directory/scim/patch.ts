import { attributeName, multiple, withoutSchema } from './attributes.ts'
import { entriesOf, isObject, parseFilter, type Resource } from './filter.ts'
import { ScimError } from './scim-error.ts'

/**
 * PATCH of SCIM (RFC 7644, section 3.5.2) as Entra ID and Okta write it, too: operations in any case, values without a
 * path, dotted names as keys, members to remove in `value`, and an `add` to `emails[type eq "work"].value` that creates
 * the entry. Attributes that the portal doesn't keep are let pass.
 */

type Draft = Record<string, unknown>
type Operation = 'add' | 'replace' | 'remove'

interface Path {
  readonly attribute: string
  readonly filter: string | undefined
  readonly sub: string | undefined
}

/** @returns the resource with the operations applied; the given one stays as it was. @throws ScimError 400 */
export function applyPatch(resource: Resource, body: unknown): Resource {
  const operations = fieldOf(body, 'operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > 1_000)
    throw new ScimError(400, 'Operations are missing', 'invalidSyntax')
  const draft = structuredClone(resource) as Draft
  for (const operation of operations) apply(draft, operation)
  if (draft.id !== resource.id) throw new ScimError(400, 'The id can’t be changed', 'mutability')
  return draft
}

function apply(draft: Draft, operation: unknown): void {
  const op = String(fieldOf(operation, 'op')).toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'An operation is add, replace or remove', 'invalidSyntax')
  const path = fieldOf(operation, 'path')
  const value = fieldOf(operation, 'value')
  if (typeof path === 'string' && path.trim() !== '') {
    change(draft, op, path, value)
    return
  }
  if (op === 'remove') throw new ScimError(400, 'What to remove is missing', 'noTarget')
  if (!isObject(value)) throw new ScimError(400, 'The value must be an object', 'invalidValue')
  for (const [name, each] of Object.entries(value)) change(draft, op, name, each)
}

function change(draft: Draft, op: Operation, text: string, value: unknown): void {
  const path = pathOf(text)
  if (!path) return
  const { attribute, filter, sub } = path
  if (filter !== undefined) changeEntries(draft, op, { attribute, filter, sub }, value)
  else if (multiple.includes(attribute)) changeList(draft, op, attribute, value)
  else if (sub !== undefined) changeInner(draft, op, { attribute, sub }, value)
  // Null, not absent: what is left out of a resource keeps its value.
  else if (op === 'remove') draft[attribute] = null
  else draft[attribute] = isObject(value) && isObject(draft[attribute]) ? { ...draft[attribute], ...value } : value
}

/** One part of an attribute such as a name. */
function changeInner(
  draft: Draft,
  op: Operation,
  { attribute, sub }: { attribute: string; sub: string },
  value: unknown,
) {
  const inner = isObject(draft[attribute]) ? { ...draft[attribute] } : {}
  if (op === 'remove') delete inner[sub]
  else inner[sub] = value
  draft[attribute] = inner
}

/** @returns null for an attribute of a schema that the portal doesn't keep. @throws ScimError 400 `invalidPath` */
function pathOf(text: string): Path | null {
  const own = withoutSchema(text)
  if (/^urn:/i.test(own)) return null
  const found = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/i.exec(own)
  if (!found) throw new ScimError(400, 'The path can’t be read', 'invalidPath')
  const [, name = '', filter, sub] = found
  return { attribute: attributeName(name), filter, sub: sub && attributeName(sub) }
}

/** All entries, or those named in `value`. */
function changeList(draft: Draft, op: Operation, attribute: string, value: unknown): void {
  const entries = entriesOf(draft[attribute])
  const given = (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((each) =>
    isObject(each) ? each : { value: each },
  )
  const isGiven = (entry: Draft) => given.some((each) => each.value === entry.value)
  if (op === 'replace') draft[attribute] = given
  else if (op === 'add') draft[attribute] = [...entries.filter((entry) => !isGiven(entry)), ...given]
  else draft[attribute] = given.length > 0 ? entries.filter((entry) => !isGiven(entry)) : []
}

/** Entries that a filter picks; an `add` or `replace` that picks none creates the one that it describes. */
function changeEntries(draft: Draft, op: Operation, path: Path & { readonly filter: string }, value: unknown): void {
  const { test, equalities } = parseFilter(path.filter)
  const entries = entriesOf(draft[path.attribute])
  if (op === 'remove') {
    draft[path.attribute] = path.sub
      ? entries.map((entry) => (test(entry) ? without(entry, path.sub!) : entry))
      : entries.filter((entry) => !test(entry))
    return
  }
  const change = path.sub ? { [path.sub]: value } : isObject(value) ? value : { value }
  if (entries.some(test)) {
    draft[path.attribute] = entries.map((entry) => (test(entry) ? { ...entry, ...change } : entry))
    return
  }
  if (!equalities) throw new ScimError(400, 'No entry fits the path', 'noTarget')
  draft[path.attribute] = [...entries, { ...equalities, ...change }]
}

const without = (entry: Draft, name: string): Draft =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name))

/** A field of a message, in any case. */
function fieldOf(message: unknown, name: string): unknown {
  if (!isObject(message)) return undefined
  const key = Object.keys(message).find((one) => one.toLowerCase() === name)
  return key === undefined ? undefined : message[key]
}
