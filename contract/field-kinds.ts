import { m } from '@eupnea/texts'
import { type Fault, fault } from './rule-words.ts'
import { isListedZone } from './rules/zones.ts'

/**
 * Fields as plain data: form, details, the server's checks and their messages all come from a field's entry. The rules
 * need no library, so the web app can use them too; `fields.ts` turns them into the server's schemas.
 */

/** A text of the catalogue, called when it is shown. */
export type Words = () => string

interface Common {
  /** absent: the field appears neither on forms nor in details */
  readonly label?: Words
  /** shown below the field */
  readonly help?: Words
  /** inside the empty field */
  readonly hint?: Words
  /** the heading that the field stands under on the form */
  readonly part?: Words
  readonly isRequired?: boolean
  /** error if a required field is empty */
  readonly missing?: Words
  /** empty is null, not '' */
  readonly isNullable?: boolean
  /** shown in the page's heading, so not among the details */
  readonly isInHeading?: boolean
  /** whether a record has it, by its values and by those it had before the change; absent: every record */
  readonly appliesTo?: (now: Values, before: Values) => boolean
}

/** Values of a record by field. */
export type Values = Readonly<Record<string, unknown>>

/** What a text has to be beside its kind. */
interface TextRule {
  readonly isKept: (text: string) => boolean
  readonly code: string
  readonly words: Words
}

interface OfText extends Common {
  readonly max: number
  readonly min?: number
  /** what to say when it is longer than `max` */
  readonly exceeded?: Words
  /** no choice, where the page offers choices */
  readonly none?: Words
  /** rules of its own, the first one first */
  readonly rules?: readonly TextRule[]
}

export type Field =
  | (OfText & { readonly kind: 'text' | 'line' })
  /** one of a few; `isOpen`: other systems may send others, which are kept and shown as they are */
  | (Common & {
      readonly kind: 'choice'
      readonly choices: Readonly<Record<string, Words>>
      readonly isOpen?: boolean
      readonly max: number
      /** label for no choice */
      readonly none?: Words
    })
  | (Common & {
      /** time: HH:MM. contact: an e-mail address or a phone number */
      readonly kind: 'date' | 'pastDate' | 'time' | 'email' | 'phone' | 'contact' | 'zone' | 'identifier'
    })
  /** typed unseen, kept as it is, and never shown */
  | (Common & { readonly kind: 'secret'; readonly max: number; readonly min?: number })
  /** `decimals`: rounded to so many; absent: whole */
  | (Common & { readonly kind: 'number'; readonly min: number; readonly max: number; readonly decimals?: number })
  | (Common & { readonly kind: 'flag' })
  /** lines of text, each once; identifiers are chosen, not typed, and the same one twice is one */
  | (Common & {
      readonly kind: 'list'
      readonly of: Field
      readonly max: number
      readonly min?: number
      /** what to say when there are more than `max` */
      readonly exceeded?: Words
      /** one of them: `Floor` */
      readonly item?: Words
      /** label of the button that adds one */
      readonly add?: Words
      /** the person can reorder the lines */
      readonly isOrdered?: boolean
    })

export type Fields = Readonly<Record<string, Field>>

/** A field's type in calls and answers. */
export type ValueOf<F extends Field> = F extends { readonly kind: 'number' }
  ? number
  : F extends { readonly kind: 'flag' }
    ? boolean
    : F extends { readonly kind: 'list'; readonly of: infer Item extends Field }
      ? ValueOf<Item>[]
      : F extends { readonly kind: 'choice'; readonly isOpen: true }
        ? string
        : F extends { readonly kind: 'choice'; readonly choices: infer Choices }
          ? keyof Choices & string
          : string

/** A rule across fields; an update is checked only if it changes one of them. */
export interface Rule<F extends Fields = Fields> {
  /** the field that shows the error */
  readonly field: keyof F & string
  readonly of: readonly (keyof F & string)[]
  readonly isKept: (values: { readonly [K in keyof F]?: ValueOf<F[K]> | null | undefined }) => boolean
  readonly code: string
  readonly words: Words
}

// Control characters can't be stored or shown; tabs and line breaks can.
const unprintable = /(?![\t\n\r])\p{Cc}/u

// Bidi controls: in a name they would reverse the text beside it too. Phones copy them along with contacts.
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** Without what turns it around; letters that run from right to left do so by themselves. */
const unturned = (value: string): string => value.replaceAll(turning, '')

/** Whether there is anything in it to be seen. */
const isSeen = (value: string): boolean => /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u.test(value)

/** A calendar date that exists and can be stored. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value.startsWith('0000')) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
}

/** The latest date anywhere on Earth, so that nobody's today is in the future. */
const latestToday = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)

const emailForm = /^(?!\.)(?!.*\.\.)([a-z0-9_'+\-.]*)[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/
const phoneForm = /^\+[1-9]\d{6,14}$/

/** What is kept of a text that was given. */
export function cleanText(field: Field, given: string): string {
  if (field.kind === 'identifier' || field.kind === 'secret') return given
  const text = unturned(given).trim()
  if (field.kind === 'email' || (field.kind === 'contact' && text.includes('@'))) return text.toLowerCase()
  return field.kind === 'phone' || field.kind === 'contact' ? text.replaceAll(/[\s()./-]/g, '') : text
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

type TextField = Exclude<Field, { readonly kind: 'flag' | 'number' | 'list' }>

/** Characters that a text may have. */
export const longest = (field: TextField): number =>
  'max' in field ? field.max : field.kind === 'email' || field.kind === 'contact' ? 254 : 64

/** In characters, as OpenAPI and the database count them: an emoji is one. A long text is not taken apart. */
const isShorter = (text: string, least: number): boolean =>
  text.length < least || (text.length < 2 * least && [...text].length < least)

function textFault(field: TextField, text: string): Fault | undefined {
  const max = longest(field)
  if ('min' in field && field.min && isShorter(text, field.min)) return fault('too_short', { min: field.min })
  if (!isShorter(text, max + 1)) return tooMuch(field, 'too_long', max)
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
      return phoneForm.test(text) ? undefined : fault('not_phone')
    case 'contact':
      return emailForm.test(text) || phoneForm.test(text) ? undefined : fault('not_contact')
    case 'time':
      return timeForm.test(text) ? undefined : fault('not_time')
    case 'zone':
      return isListedZone(text) ? undefined : fault('not_zone')
    case 'identifier':
      return /^[\w.:@-]+$/.test(text) ? undefined : fault('not_identifier')
    case 'date':
      return isDate(text) ? undefined : fault('not_date')
    case 'pastDate':
      if (!isDate(text)) return fault('not_date')
      return text > latestToday() ? fault('in_future') : undefined
    case 'text':
    case 'line': {
      const broken = field.rules?.find(({ isKept }) => !isKept(text))
      return broken && { code: broken.code, message: broken.words() }
    }
    default:
      return undefined
  }
}

const tooMuch = (field: Field, code: 'too_long' | 'too_many', max: number): Fault =>
  'exceeded' in field && field.exceeded ? { code, message: field.exceeded() } : fault(code, { max })

function numberFault(field: Field & { readonly kind: 'number' }, value: unknown): Fault | undefined {
  const { min, max, decimals } = field
  if (typeof value !== 'number' || !Number.isFinite(value)) return fault('not_number')
  if (value < min) return fault('too_small', { min })
  if (value > max) return fault('too_large', { max })
  return decimals === undefined && !Number.isInteger(value) ? fault('not_whole') : undefined
}

function listFault(field: Field & { readonly kind: 'list' }, length: number): Fault | undefined {
  const { min = 0, max } = field
  if (length < min) return fault('too_few', { min })
  return length > max ? tooMuch(field, 'too_many', max) : undefined
}

/**
 * What is wrong with the lines of a list, by their place; the same twice, in whatever case, is wrong the second time,
 * unless they are identifiers.
 */
export function lineFaults(of: Field, values: readonly unknown[]): ReadonlyMap<number, Fault> {
  const seen = new Set<string>()
  const faults = new Map<number, Fault>()
  for (const [index, value] of values.entries()) {
    const known = String(value).toLocaleLowerCase()
    const found = faultOf(of, value) ?? (of.kind !== 'identifier' && seen.has(known) ? fault('twice') : undefined)
    seen.add(known)
    if (found) faults.set(index, found)
  }
  return faults
}

/** Those of the fields that a record has. @param before the same as `now` where nothing is being changed */
export const fieldsOf = <F extends Fields>(fields: F, now: Values, before: Values): F =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { appliesTo }]) => !appliesTo || appliesTo(now, before)),
  ) as unknown as F

const passwordLeast = 12

/** A password that is being chosen (ID-9). */
export const chosenPassword = {
  kind: 'secret',
  min: passwordLeast,
  max: 256,
  isRequired: true,
  missing: () => fault('too_short', { min: passwordLeast }).message,
} as const satisfies Field

/** Fields of which a rule says something, beside those that are named. */
export const brokenRules = <F extends Fields>(
  rules: readonly Rule<F>[],
  values: Parameters<Rule<F>['isKept']>[0],
  changed: readonly string[],
): { readonly field: string; readonly fault: Fault }[] =>
  rules
    .filter(({ of, isKept }) => of.some((name) => changed.includes(name)) && !isKept(values))
    .map(({ field, code, words }) => ({ field, fault: { code, message: words() } }))

interface Writers {
  /** of a calendar date, `1941-03-02` */
  dayText(date: string): string
  /** of a time of every day, `09:30` */
  timeText(time: string): string
}

/** A value as text; '' if empty. */
export function writeValue(field: Field, value: unknown, writers: Writers): string {
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'flag') return value ? m.common_yes() : m.common_no()
  if (field.kind === 'choice') return field.choices[String(value)]?.() ?? String(value)
  if (field.kind === 'date' || field.kind === 'pastDate') return writers.dayText(String(value))
  if (field.kind === 'time') return writers.timeText(String(value))
  if (field.kind === 'list') return (value as unknown[]).map((one) => writeValue(field.of, one, writers)).join(', ')
  return String(value)
}
