import { ScimError } from './scim-error.ts'

/** Filters of SCIM (RFC 7644, section 3.4.2.2): all operators, groups, and value paths such as `emails[type eq "work"]`. */

export type Resource = Readonly<Record<string, unknown>>
type Value = string | number | boolean | null
type Test = (resource: Resource) => boolean

export interface Filter {
  readonly test: Test
  /** what it requires by `eq` alone, by attribute in lower case; null if it is more than that */
  readonly equalities: Readonly<Record<string, Value>> | null
}

const tokens = /\s*(?:(\(|\)|\[|\])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y
const mostTokens = 200
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

/** @throws ScimError 400 `invalidFilter` */
export function parseFilter(text: string): Filter {
  const words = wordsOf(text)
  let at = 0
  const peek = () => words[at]?.toLowerCase()
  const take = (): string => {
    const word = words[at++]
    if (word === undefined) throw wrong()
    return word
  }
  const expect = (word: string) => {
    if (take() !== word) throw wrong()
  }

  const either = (): Filter => {
    let left = both()
    while (peek() === 'or') {
      take()
      const [first, second] = [left, both()]
      left = { test: (of) => first.test(of) || second.test(of), equalities: null }
    }
    return left
  }
  const both = (): Filter => {
    let left = one()
    while (peek() === 'and') {
      take()
      const [first, second] = [left, one()]
      const equalities = first.equalities && second.equalities ? { ...first.equalities, ...second.equalities } : null
      left = { test: (of) => first.test(of) && second.test(of), equalities }
    }
    return left
  }
  const one = (): Filter => {
    if (peek() === 'not') {
      take()
      const { test } = grouped()
      return { test: (of) => !test(of), equalities: null }
    }
    if (peek() === '(') return grouped()
    const path = pathOf(take())
    if (peek() === '[') {
      take()
      const { test } = either()
      expect(']')
      const entries = (of: Resource) =>
        valuesOf(of, path).filter((value) => isObject(value) && test(value)) as Resource[]
      // Entra ID goes on behind it: `emails[type eq "work"].value eq "…"`.
      const inner = peek()?.startsWith('.') ? comparison(pathOf(take().slice(1))) : null
      return { test: (of) => entries(of).some(inner?.test ?? (() => true)), equalities: null }
    }
    return comparison(path)
  }
  const comparison = (path: readonly string[]): Filter => {
    const operator = take().toLowerCase()
    if (operator === 'pr') return { test: (of) => valuesOf(of, path).some(isThere), equalities: null }
    if (!operators.includes(operator)) throw wrong()
    const wanted = literalOf(take())
    const test: Test = (of) => {
      const values = valuesOf(of, path).map((value) => (isObject(value) ? value.value : value))
      return operator === 'ne'
        ? values.every((value) => !compares('eq', value, wanted))
        : values.some((value) => compares(operator, value, wanted))
    }
    return { test, equalities: operator === 'eq' ? { [path.join('.')]: wanted } : null }
  }
  const grouped = (): Filter => {
    expect('(')
    const inner = either()
    expect(')')
    return inner
  }

  const filter = either()
  if (at < words.length) throw wrong()
  return filter
}

function wordsOf(text: string): string[] {
  const words: string[] = []
  tokens.lastIndex = 0
  const whole = text.trim()
  while (tokens.lastIndex < whole.length) {
    const found = tokens.exec(whole)
    if (!found || words.length >= mostTokens) throw wrong()
    words.push(found[1] ?? found[2] ?? found[3]!)
  }
  return words
}

const wrong = () => new ScimError(400, 'The filter can’t be read', 'invalidFilter')

/** Attribute names don't depend on case, and may be written with their schema. */
function pathOf(word: string): string[] {
  const name = word.replace(/^urn:ietf:params:scim:schemas:[\w:.]+:(?=[^:]+$)/i, '')
  if (!/^[a-z$][\w$-]*(\.[a-z$][\w$-]*)?$/i.test(name)) throw wrong()
  return name.toLowerCase().split('.')
}

function literalOf(word: string): Value {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(word) ? word.toLowerCase() : word)
    if (typeof value !== 'object' || value === null) return value as Value
  } catch {
    // said below
  }
  throw wrong()
}

export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The entries of a multi-valued attribute. */
export const entriesOf = (value: unknown): Resource[] => (Array.isArray(value) ? value.filter(isObject) : [])
const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** The values of an attribute: each of a multi-valued one. */
function valuesOf(resource: Resource, path: readonly string[]): unknown[] {
  let values: unknown[] = [resource]
  for (const name of path)
    values = values.flatMap((value) => {
      if (!isObject(value)) return []
      const key = Object.keys(value).find((one) => one.toLowerCase() === name)
      return key === undefined ? [] : value[key]
    })
  return values
}

/** Nothing here depends on case but ids, which are never alike but for case. */
function compares(operator: string, value: unknown, wanted: Value): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') {
    const [have, want] = [value.toLowerCase(), wanted.toLowerCase()]
    if (operator === 'co') return have.includes(want)
    if (operator === 'sw') return have.startsWith(want)
    if (operator === 'ew') return have.endsWith(want)
    const [at, wantedAt] = [instantOf(value), instantOf(wanted)]
    return at !== null && wantedAt !== null ? inOrder(operator, at, wantedAt) : inOrder(operator, have, want)
  }
  // Entra writes booleans as strings.
  if (typeof value === 'boolean' && typeof wanted === 'string')
    return operator === 'eq' && String(value) === wanted.toLowerCase()
  if (typeof value === 'number' && typeof wanted === 'number') return inOrder(operator, value, wanted)
  return operator === 'eq' && value === wanted
}

/** In nanoseconds: the same instant may be written in several ways. */
function instantOf(text: string): bigint | null {
  try {
    return Temporal.Instant.from(text).epochNanoseconds
  } catch {
    return null
  }
}

function inOrder<T extends string | number | bigint>(operator: string, value: T, wanted: T): boolean {
  if (operator === 'gt') return value > wanted
  if (operator === 'ge') return value >= wanted
  if (operator === 'lt') return value < wanted
  if (operator === 'le') return value <= wanted
  return operator === 'eq' && value === wanted
}
