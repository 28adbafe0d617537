import fc from 'fast-check'

/** Fuzz values: valid ones by an input's JSON schema, and ones that programs trip over. */

export interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly properties?: Record<string, JsonSchema>
  readonly required?: readonly string[]
}

/** Existing values by field name: without them every request would end at its first look-up. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Part of all markup that is sent; it may only come back within JSON. */
export const markup = '<fuzz-markup'

const texts = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\u001b[2J',
  '\ud800',
  '\udfff\ud800',
  '\ufffe\uffff',
  '\u202egnitekcarb\u202c',
  '\u2028\u2029\ufeff',
  'e\u0301\u0327'.repeat(30),
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '\u{10ffff}',
  'İıſß',
  'ﷺ'.repeat(20),
  `${markup} onload="x()">`,
  `"'>${markup}><script>x()</script>`,
  "'; drop table users; --",
  '" or ""="',
  "' or '1'='1",
  "\\'; truncate residents; --",
  '$1',
  '%s%n%x',
  '%',
  '_',
  '\\',
  '{{7*7}}#{7*7}',
  '../../../../etc/passwd',
  '..\\..\\',
  '%00',
  '%2e%2e%2f',
  'null',
  'undefined',
  'true',
  '[object Object]',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '9'.repeat(400),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '0000-01-01',
  '0001-01-01',
  '-000001-01-01',
  '+275760-09-13',
  '2023-02-29',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2016-12-31T23:59:60Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00.000000000000000000001Z',
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  '\r\nset-cookie: a=b',
]

const numbers = [0, -0, -1, 0.5, 1e-320, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_SAFE_INTEGER + 1]

const protoKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  '',
  'a.b',
  'a[0]',
  '\u0000',
  '\ud800',
]
export const strangeKey = fc.oneof(fc.constantFrom(...protoKeys), fc.string({ unit: 'binary', maxLength: 8 }))

const nested = (depth: number, inArray: boolean): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = inArray ? [value] : { a: value }
  return value
}

/** Values that no field expects. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts) },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [''], { length: 3 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 2, max: 500 }), fc.boolean()).map(([depth, array]) => nested(depth, array)),
  },
  { weight: 1, arbitrary: strangeKey.map((key) => Object.fromEntries([[key, { isAdmin: true }]])) },
  { weight: 1, arbitrary: fc.constantFrom(1_000, 100_000).map((length) => 'x'.repeat(length)) },
)

/** A text of a length at which programs tend to fail. */
export const ofLength = (length: number): fc.Arbitrary<string> =>
  fc.constantFrom('a', 'ä', '🙂', "'", ' ', '\u0301').map((unit) => unit.repeat(length).slice(0, length))

const between = (min: string, max: string) =>
  fc.date({ noInvalidDate: true, min: new Date(min), max: new Date(max) }).map((date) => date.toISOString())
const instants = fc.oneof(
  { weight: 4, arbitrary: between('2020-01-01', '2026-01-01') },
  { weight: 1, arbitrary: between('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z') },
)

/** A valid value as far as JSON schema can tell; `name` of the field selects known values. */
export function validOf(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const exists = Object.hasOwn(known, name) && schema.type === 'string' ? known[name]! : []
  const made = madeOf(schema, known, name)
  if (exists.length === 0) return made
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...exists) }, { weight: 1, arbitrary: made })
}

function madeOf(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validOf(one, known, name)))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number': {
      const { minimum: min = -1_000, maximum: max = 1_000 } = schema
      if (schema.type === 'number')
        return fc.oneof(fc.integer({ min: Math.ceil(min), max }), fc.double({ min, max, noNaN: true }))
      return fc.oneof(fc.integer({ min, max: Math.min(max, min + 300) }), fc.constantFrom(min, max))
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { minItems = 0, maxItems = 5 } = schema
      return fc.array(validOf(schema.items ?? {}, known, name), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 5),
      })
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([key, one]): [string, fc.Arbitrary<unknown>] => [
        key,
        validOf(one, known, key),
      ])
      return fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
        requiredKeys: [...(schema.required ?? [])],
      })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') return instants.map((instant) => instant.slice(0, 10))
  if (format === 'date-time') return instants
  if (pattern)
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength })
    } catch {
      // Not every pattern can be generated from.
    }
  const bounds = { minLength, maxLength: Math.min(maxLength, 200) }
  return fc.oneof(
    fc.string({ ...bounds, unit: 'grapheme' }),
    fc.string({ ...bounds, unit: 'grapheme-ascii' }),
    ofLength(minLength),
    ofLength(maxLength),
  )
}
