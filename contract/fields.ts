import { z } from 'zod'
import {
  chosenPassword,
  cleanNumber,
  cleanText,
  type Field,
  type Fields,
  faultOf,
  lineFaults,
  type ValueOf,
} from './field-kinds.ts'
import { fault, type RuleCode, ruleWords } from './rule-words.ts'

/** Building blocks for inputs and outputs: schemas made from `field-kinds.ts`, used by every noun. */

/** An issue of a rule that has words of its own. */
const issueOf = (found: { readonly code: string; readonly message: string }, input?: unknown) => ({
  code: 'custom' as const,
  message: found.message,
  params: { rule: found.code },
  input,
  path: [] as PropertyKey[],
})

const check =
  (field: Field) =>
  ({ value, issues }: { value: unknown; issues: unknown[] }) => {
    const found = faultOf(field, value)
    if (found) issues.push(issueOf(found, value))
  }

/** For the OpenAPI document, which cannot read checks. */
function limitsOf(field: Field): Record<string, unknown> {
  switch (field.kind) {
    case 'text':
    case 'line':
    case 'choice': {
      const min = 'min' in field && field.min !== undefined ? field.min : field.isRequired ? 1 : undefined
      const isClosed = field.kind === 'choice' && !field.isOpen
      return {
        ...(min !== undefined && { minLength: min }),
        maxLength: field.max,
        ...(isClosed && { enum: Object.keys(field.choices) }),
      }
    }
    case 'date':
    case 'pastDate':
      return { format: 'date' }
    case 'email':
      return { format: 'email', maxLength: 254 }
    case 'contact':
      return { maxLength: 254 }
    case 'secret':
      return { minLength: field.min ?? (field.isRequired ? 1 : 0), maxLength: field.max }
    case 'identifier':
      return { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_.:@-]+$' }
    case 'zone':
      return { maxLength: 64 }
    case 'number':
      return { minimum: field.min, maximum: field.max }
    default:
      return {}
  }
}

function plainSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'flag':
      return z.boolean()
    case 'number':
      return z
        .number()
        .check(check(field))
        .overwrite((value) => cleanNumber(field, value))
        .meta(limitsOf(field))
    case 'list':
      return z
        .array(cleaned(field.of))
        .check(check(field), ({ value, issues }) => {
          for (const [index, found] of lineFaults(field.of, value))
            issues.push({ ...issueOf(found, value[index]), path: [index] })
        })
        .meta({ minItems: field.min ?? 0, maxItems: field.max })
    default:
      return cleaned(field).check(check(field)).meta(limitsOf(field))
  }
}

const cleaned = (field: Field) =>
  z
    .string()
    .overwrite((value) => cleanText(field, value))
    .meta(limitsOf(field))

/** The schema of one field. */
export const schemaOf = <const F extends Field>(field: F) => plainSchema(field) as z.ZodType<ValueOf<F>, ValueOf<F>>

type OrNull<F extends Field> = F extends { readonly isNullable: true } ? null : never
type SchemaOf<F extends Field> = z.ZodType<ValueOf<F> | OrNull<F>, ValueOf<F> | OrNull<F>>

/** Fields with a format of their own also take '' as empty, because forms of other programs send it. */
const orNothing = (field: Field, schema: z.ZodType): z.ZodType =>
  ['text', 'line', 'list'].includes(field.kind)
    ? schema.nullish()
    : z
        .preprocess(
          (given) => (typeof given === 'string' && cleanText(field, given) === '' ? null : given),
          schema.nullish(),
        )
        .optional()

/** Input fields of a record: all optional, as in an update; those that can be empty accept null. */
export const inputOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = schemaOf(field)
      return [name, field.isNullable ? orNothing(field, schema) : schema.optional()]
    }),
  ) as unknown as { [K in keyof F]: z.ZodOptional<SchemaOf<F[K]>> }

/** What a call takes of a new record: what is required must be there. */
export const newOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(inputOf(fields)).map(([name, schema]) => [
      name,
      fields[name]?.isRequired ? schema.unwrap() : schema,
    ]),
  ) as unknown as {
    [K in keyof F]: F[K] extends { readonly isRequired: true } ? SchemaOf<F[K]> : z.ZodOptional<SchemaOf<F[K]>>
  }

/** Output fields of a record, without rules: those are for input. */
export const outputOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = valueSchema(field)
      return [name, field.isNullable ? schema.nullable() : schema]
    }),
  ) as unknown as { [K in keyof F]: z.ZodType<ValueOf<F[K]> | OrNull<F[K]>> }

const valueSchema = (field: Field): z.ZodType =>
  field.kind === 'number'
    ? z.number()
    : field.kind === 'flag'
      ? z.boolean()
      : field.kind === 'list'
        ? z.array(valueSchema(field.of))
        : z.string()

/** Text from a person: trimmed, `min` to `max` characters, nothing that a database or a screen chokes on. */
export const text = (max: number, min = 0) => schemaOf({ kind: 'text', max, min, isRequired: min > 0 })

/** Text on one line. */
export const line = (max: number, min = 0) => schemaOf({ kind: 'line', max, min, isRequired: min > 0 })

/** One of our identifiers, or a device's; never parsed. */
export const id = schemaOf({ kind: 'identifier', isRequired: true })

/** An identifier that may be left empty, as in a query. */
export const optionalId = schemaOf({ kind: 'identifier' })
  .transform((value) => value || undefined)
  .optional()

export const email = schemaOf({ kind: 'email', isRequired: true })

/** Country code followed by number: E.164. */
export const phone = schemaOf({ kind: 'phone', isRequired: true })

/** A password that is being chosen (ID-9); what else it may not be is the server's to say. */
export const password = schemaOf(chosenPassword)

/** Rejects five-digit years too, which an offset can produce from four digits. */
const isStorable = (value: string) => {
  const ms = Date.parse(value)
  return ms >= Date.parse('0001-01-01T00:00Z') && ms < Date.parse('+010000-01-01T00:00Z')
}

/** ISO 8601 instant in UTC, to the nanosecond at most. */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .refine((value) => isStorable(value) && !/\.\d{10}/.test(value), { params: { rule: 'not_instant' } })

/** A calendar date that exists. */
export const date = schemaOf({ kind: 'date', isRequired: true })

/** A calendar date that isn't in the future either (RE-8). */
export const pastDate = schemaOf({ kind: 'pastDate', isRequired: true })

/** Error for a field that another one requires: the same as for a field that is always required. */
export const missing = (field: string) => ({
  code: 'invalid_type' as const,
  expected: 'string' as const,
  path: [field],
  message: ruleWords.required(),
  input: undefined,
})

/** IANA time zone (FA-3). */
export const timeZone = schemaOf({ kind: 'zone', isRequired: true })

/** A body measurement, to two decimals: no scale shows more. */
export const measure = (max: number) => schemaOf({ kind: 'number', min: 0, max, decimals: 2 })

/** Integer in a query string, in decimal digits: JavaScript reads `0x2`, `1e3` and nothing at all as numbers, too. */
export const queryInteger = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given),
    z.number().int().min(min).max(max),
  )

/** `page` from 1 and `page_size` at most 200. */
export const paging = { page: queryInteger(1, 1_000_000).prefault(1), page_size: queryInteger(1, 200).prefault(50) }

export const pagination = z.object({
  page: z.number(),
  page_size: z.number(),
  total_records: z.number(),
  /** there are more records than `total_records`, of which at least one is on a later page */
  is_capped: z.literal(true).optional(),
})

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), pagination })

/** Text in a query that may be left empty. */
export const search = text(200).optional()

export const noAnswer = z.object({})

/** The rule behind an issue; messages are ours, never the schema library's. */
export function ruleOf(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): { code: string; message: string } {
  const found = ruleIn(issue as z.core.$ZodIssue)
  return { code: found.code, message: issue.message || found.message }
}

const typeRules: Readonly<Record<string, RuleCode>> = {
  string: 'not_text',
  number: 'not_number',
  int: 'not_whole',
  boolean: 'not_flag',
  array: 'not_list',
  object: 'not_object',
  record: 'not_object',
}
const formatRules: Readonly<Record<string, RuleCode>> = {
  datetime: 'not_instant',
  date: 'not_date',
  email: 'not_email',
  safeint: 'not_whole',
}

function ruleIn(issue: z.core.$ZodIssue): { code: string; message: string } {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return fault('required')
      return fault(typeRules[issue.expected] ?? 'invalid')
    case 'invalid_value':
      if (issue.input === undefined) return fault('required')
      return fault('not_choice', { choices: issue.values.map(String).join(', ') })
    case 'too_big': {
      const max = issue.maximum
      if (issue.origin === 'string') return fault('too_long', { max })
      return issue.origin === 'array' ? fault('too_many', { max }) : fault('too_large', { max })
    }
    case 'too_small': {
      const min = issue.minimum
      if (issue.origin === 'string') return min === 1 ? fault('required') : fault('too_short', { min })
      return issue.origin === 'array' ? fault('too_few', { min }) : fault('too_small', { min })
    }
    case 'invalid_format':
      return fault(formatRules[issue.format] ?? 'invalid')
    case 'unrecognized_keys':
      return fault('unknown_field', { names: issue.keys.join(', ') })
    case 'custom': {
      const { rule = 'invalid' } = (issue.params ?? {}) as { rule?: string }
      if (issue.message) return { code: rule, message: issue.message }
      return fault(rule in ruleWords ? (rule as RuleCode) : 'invalid')
    }
    default:
      return fault('invalid')
  }
}

z.config({ localeError: (issue) => ruleOf(issue).message })
