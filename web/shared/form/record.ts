import {
  brokenRules,
  cleanNumber,
  cleanText,
  type Field,
  type Fields,
  faultOf,
  fieldsOf,
  lineFaults,
  type Rule,
  type ValueOf,
} from '@eupnea/contract/field-kinds.ts'
import { filledOf, type Line, linesOf } from './lines.ts'
import type { Faults, FormRules } from './use-form-values.ts'

/** A record in a form: what was typed, what is wrong with it, and what is sent. */

type TypedOf<F extends Field> = F extends { readonly kind: 'flag' }
  ? boolean
  : F extends { readonly kind: 'list' }
    ? readonly Line[]
    : string

type AnyTyped = string | boolean | readonly Line[]

/** Form values: what was typed into each field. */
export type Typed<F extends Fields = Fields> = { readonly [K in keyof F]: TypedOf<F[K]> }
type RecordOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> | null }
/** Field values as sent. */
export type Sent<F extends Fields> = { [K in keyof F]?: ValueOf<F[K]> | Extract<NullOf<F[K]>, null> }
type NullOf<F extends Field> = F extends { readonly isNullable: true } ? null : never

const entriesOf = (fields: Fields) => Object.entries(fields)

/** @param record null: a new one, without values */
export const typedOf = <F extends Fields>(fields: F, record: RecordOf<F> | null): Typed<F> =>
  Object.fromEntries(
    entriesOf(fields).map(([name, { kind }]) => {
      const value = record?.[name]
      if (kind === 'flag') return [name, value === true]
      if (kind === 'list') return [name, linesOf((value as readonly string[] | null | undefined) ?? [])]
      return [name, value === null || value === undefined ? '' : String(value)]
    }),
  ) as Typed<F>

/** Typed values as they are sent. */
function cleaned(field: Field, typed: AnyTyped): unknown {
  if (typeof typed === 'boolean') return typed
  if (typeof typed !== 'string')
    return field.kind === 'list' ? filledOf(typed).map(({ text }) => cleaned(field.of, text)) : []
  const text = cleanText(field, typed)
  if (text === '') return field.isNullable ? null : ''
  // Either decimal separator.
  return field.kind === 'number' ? cleanNumber(field, Number(text.replace(',', '.'))) : text
}

const valuesOf = <F extends Fields>(fields: F, typed: Typed<F>) =>
  Object.fromEntries(entriesOf(fields).map(([name, field]) => [name, cleaned(field, typed[name] as AnyTyped)]))

/** Of a list whose order is nobody's to choose, another order is no change. */
function isSame(field: Field, one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  const [texts, others] = field.kind === 'list' && field.isOrdered ? [one, other] : [one.toSorted(), other.toSorted()]
  return JSON.stringify(texts) === JSON.stringify(others)
}

/** Fields that differ between two states of a form. */
export function changedFields<F extends Fields>(fields: F, before: Typed<F>, after: Typed<F>): (keyof F & string)[] {
  const [one, other] = [valuesOf(fields, before), valuesOf(fields, after)]
  return Object.keys(fields).filter((name) => !isSame(fields[name]!, one[name], other[name]))
}

/** Those of the fields that the record in the form has. @param before as it was when the form was opened */
export const appliedFields = <F extends Fields>(fields: F, before: Typed<F>, typed: Typed<F>): F =>
  fieldsOf(fields, valuesOf(fields, typed), valuesOf(fields, before))

/** Only what differs from what was there; of a new record what was given. */
export function changesOf<F extends Fields>(fields: F, kept: Typed<F>, typed: Typed<F>): Sent<F> {
  const values = valuesOf(fields, typed)
  return Object.fromEntries(changedFields(fields, kept, typed).map((name) => [name, values[name]])) as Sent<F>
}

/** Typed changes merged into the current record. @param kept as it was when the form was opened */
export const broughtIn = <F extends Fields>(fields: F, kept: Typed<F>, now: Typed<F>, typed: Typed<F>): Typed<F> => ({
  ...now,
  ...Object.fromEntries(changedFields(fields, kept, typed).map((name) => [name, typed[name]])),
})

/** What was typed, but secrets as they were before. */
export const withoutSecrets = <F extends Fields>(fields: F, before: Typed<F>, typed: Typed<F>): Typed<F> =>
  Object.fromEntries(
    entriesOf(fields).map(([name, { kind }]) => [name, (kind === 'secret' ? before : typed)[name]]),
  ) as Typed<F>

/**
 * Errors by the rules of the contract. Fields that an update leaves alone were valid before.
 * @param kept null: a new record
 */
export function faultsOf<F extends Fields>(
  fields: F,
  rules: readonly Rule<F>[],
  kept: Typed<F> | null,
  typed: Typed<F>,
): Faults {
  const values = valuesOf(fields, typed)
  const touched = kept ? changedFields(fields, kept, typed) : Object.keys(fields)
  const own = touched.flatMap((name) => {
    const field = fields[name]!
    const found = faultOf(field, values[name])
    const whole = found ? [[name, found.message]] : []
    if (field.kind !== 'list') return whole
    const lines = filledOf(typed[name] as readonly Line[])
    const ofLines = lineFaults(field.of, values[name] as readonly unknown[])
    return [...whole, ...[...ofLines].map(([index, { message }]) => [`${name}.${lines[index]?.key}`, message])]
  })
  const between = brokenRules(rules, values as Parameters<Rule<F>['isKept']>[0], touched)
  return {
    ...Object.fromEntries(between.map(({ field, fault }) => [field, fault.message])),
    ...Object.fromEntries(own),
  }
}

/** For `useFormValues`. */
export const formRules = <F extends Fields>(
  fields: F,
  rules: readonly Rule<F>[],
  kept: Typed<F> | null,
): FormRules<Typed<F>> => ({
  faultsOf: (typed) => faultsOf(appliedFields(fields, kept ?? typedOf(fields, null), typed), rules, kept, typed),
  // The server names a line by its place among those that were sent.
  lineKey: (typed, name, index) =>
    fields[name]?.kind === 'list' ? filledOf(typed[name] as readonly Line[])[index]?.key : undefined,
  touchedBy: (names) => rules.filter(({ of }) => of.some((name) => names.includes(name))).map(({ field }) => field),
})
