import { type Fault, fault } from './rule-words.ts'
import { isListedZone } from './rules/zones.ts'

/**
 * What fields are, as plain data: form, details, the server's check and its words all come from a field's entry. The
 * rules here need no library, so that the web app has them too; `fields.ts` makes the server's schemas of them.
 */

/** Text of the product, written out when it is needed. */
export type Words = () => string

interface Common {
  /** absent: the field is on no form and in no details */
  readonly label?: Words
  /** below the field */
  readonly help?: Words
  /** the heading that the field stands under on the form */
  readonly part?: Words
  readonly isRequired?: boolean
  /** what to say when a required one is missing */
  readonly missing?: Words
  /** an empty one is null, not '' */
  readonly isNullable?: boolean
  /** the page's heading shows it, so the details do not */
  readonly isInHeading?: boolean
}

interface OfText extends Common {
  readonly max: number
  readonly min?: number
  /** no choice, where the page offers choices */
  readonly none?: Words
}

export type Field =
  | (OfText & { readonly kind: 'text' | 'line' })
  /** one of few; `isOpen`: others come from elsewhere, and are kept and shown as they are */
  | (Common & {
      readonly kind: 'choice'
      readonly choices: Readonly<Record<string, Words>>
      readonly isOpen?: boolean
      readonly max: number
      /** no choice */
      readonly none?: Words
    })
  | (Common & { readonly kind: 'date' | 'pastDate' | 'time' | 'email' | 'phone' | 'zone' | 'identifier' })
  /** `decimals`: rounded to so many; absent: whole */
  | (Common & { readonly kind: 'number'; readonly min: number; readonly max: number; readonly decimals?: number })
  | (Common & { readonly kind: 'flag' })
  /** lines of text, each once */
  | (Common & {
      readonly kind: 'list'
      readonly of: Field
      readonly max: number
      readonly min?: number
      /** one of them: `Floor` */
      readonly item?: Words
      /** the button for one more */
      readonly add?: Words
      /** the order is the person's to choose */
      readonly isOrdered?: boolean
    })

export type Fields = Readonly<Record<string, Field>>

/** What a field is in calls and answers. */
export type ValueOf<F extends Field> = F extends { readonly kind: 'number' }
  ? number
  : F extends { readonly kind: 'flag' }
    ? boolean
    : F extends { readonly kind: 'list'; readonly of: infer Item extends Field }
      ? ValueOf<Item>[]
      : string

/** A rule between fields; what a change does not touch is not judged anew. */
export interface Rule<F extends Fields = Fields> {
  /** the field it is said beside */
  readonly field: keyof F & string
  readonly of: readonly (keyof F & string)[]
  readonly isKept: (values: { readonly [K in keyof F]?: ValueOf<F[K]> | null | undefined }) => boolean
  readonly code: string
  readonly words: Words
}

// Control characters cannot be stored or shown; tabs and line ends can.
const unprintable = /(?![\t\n\r])\p{Cc}/u

// What turns text around: a name with one would turn what stands beside it around too. Telephones copy them along.
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** Without what turns it around; letters that run from right to left do so by themselves. */
export const unturned = (value: string): string => value.replaceAll(turning, '')

/** Whether there is anything in it to be seen. */
export const isSeen = (value: string): boolean => /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u.test(value)

/** A calendar date that exists and can be stored. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value.startsWith('0000')) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
}

/** The latest day that it is anywhere: nobody's today is in the future. */
const latestToday = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)

const emailForm = /^(?!\.)(?!.*\.\.)([a-z0-9_'+\-.]*)[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

/** What is kept of a text that was given. */
export function cleanText(field: Field, given: string): string {
  if (field.kind === 'identifier') return given
  const text = unturned(given).trim()
  if (field.kind === 'email') return text.toLowerCase()
  return field.kind === 'phone' ? text.replaceAll(/[\s()./-]/g, '') : text
}

export const cleanNumber = (field: Field & { readonly kind: 'number' }, given: number): number => {
  const unit = 10 ** (field.decimals ?? 0)
  return field.decimals === undefined ? given : Math.round(given * unit) / unit
}

/** @returns the rule that a clean value breaks, if any */
export function faultOf(field: Field, value: unknown): Fault | undefined {
  if (value === null || value === undefined || value === '') return field.isRequired ? missingIn(field) : undefined
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : fault('not_flag')
    case 'number':
      return numberFault(field, value)
    case 'list':
      return Array.isArray(value) ? listFault(field, value.length) : fault('not_list')
    default:
      return typeof value === 'string' ? textFault(field, value) : fault('not_text')
  }
}

const missingIn = ({ missing }: Field): Fault =>
  missing ? { code: 'required', message: missing() } : fault('required')

function textFault(field: Exclude<Field, { readonly kind: 'flag' | 'number' | 'list' }>, text: string) {
  const max = 'max' in field ? field.max : field.kind === 'email' ? 254 : 64
  if ('min' in field && field.min && text.length < field.min) return fault('too_short', { min: field.min })
  if (text.length > max) return fault('too_long', { max })
  if (!text.isWellFormed() || unprintable.test(text)) return fault('unstorable')
  if (field.kind !== 'text' && /[\t\n\r]/.test(text)) return fault('one_line')
  if (field.isRequired && !isSeen(text)) return missingIn(field)
  switch (field.kind) {
    case 'choice':
      if (field.isOpen || Object.hasOwn(field.choices, text)) return undefined
      return fault('not_choice', { choices: Object.keys(field.choices).join(', ') })
    case 'email':
      return emailForm.test(text) ? undefined : fault('not_email')
    case 'phone':
      return /^\+[1-9]\d{6,14}$/.test(text) ? undefined : fault('not_phone')
    case 'zone':
      return isListedZone(text) ? undefined : fault('not_zone')
    case 'identifier':
      return /^[\w.:@-]+$/.test(text) ? undefined : fault('not_identifier')
    case 'date':
      return isDate(text) ? undefined : fault('not_date')
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : fault('not_time')
    case 'pastDate':
      if (!isDate(text)) return fault('not_date')
      return text > latestToday() ? fault('in_future') : undefined
    default:
      return undefined
  }
}

function numberFault(field: Field & { readonly kind: 'number' }, value: unknown): Fault | undefined {
  const { min, max, decimals } = field
  if (typeof value !== 'number' || !Number.isFinite(value)) return fault('not_number')
  if (value < min) return fault('too_small', { min })
  if (value > max) return fault('too_large', { max })
  return decimals === undefined && !Number.isInteger(value) ? fault('not_whole') : undefined
}

function listFault({ min = 0, max }: Field & { readonly kind: 'list' }, length: number): Fault | undefined {
  if (length < min) return fault('too_few', { min })
  return length > max ? fault('too_many', { max }) : undefined
}

/** What is wrong with the lines of a list, by their place; the same twice, in whatever case, is wrong the second time. */
export function lineFaults(of: Field, values: readonly unknown[]): ReadonlyMap<number, Fault> {
  const seen = new Set<string>()
  const faults = new Map<number, Fault>()
  for (const [index, value] of values.entries()) {
    const known = String(value).toLocaleLowerCase()
    const found = faultOf(of, value) ?? (seen.has(known) ? fault('twice') : undefined)
    seen.add(known)
    if (found) faults.set(index, found)
  }
  return faults
}

/** Fields of which a rule says something, beside those that are named. */
export const brokenRules = <F extends Fields>(
  rules: readonly Rule<F>[],
  values: Parameters<Rule<F>['isKept']>[0],
  changed: readonly string[],
): { readonly field: string; readonly fault: Fault }[] =>
  rules
    .filter(({ of, isKept }) => of.some((name) => changed.includes(name)) && !isKept(values))
    .map(({ field, code, words }) => ({ field, fault: { code, message: words() } }))

/** A value as people read it; '' for nothing. @param dayText writes a calendar date */
export function writeValue(field: Field, value: unknown, dayText: (date: string) => string): string {
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'choice') return field.choices[String(value)]?.() ?? String(value)
  if (field.kind === 'date' || field.kind === 'pastDate') return dayText(String(value))
  if (field.kind === 'list') return (value as unknown[]).map((one) => writeValue(field.of, one, dayText)).join(', ')
  return String(value)
}
