import { z } from 'zod'
import { isListedZone } from './rules/zones.ts'

/** Building blocks of inputs and outputs, used by every noun's file. */

// Control characters cannot be stored or shown; tabs and line ends can.
const unprintable = /(?![\t\n\r])\p{Cc}/u

// What turns text around: a name with one would turn what stands beside it around too. Telephones copy them along.
const turning = /[\u202a-\u202e\u2066-\u2069]/g
const required = 'This field is required'

/** Without what turns it around; letters that run from right to left do so by themselves. */
export const unturned = (value: string): string => value.replaceAll(turning, '')

/** Whether there is anything in it to be seen. */
export const isSeen = (value: string): boolean => /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u.test(value)

/** Text from a person: trimmed, `min` to `max` characters, nothing that a database or a screen chokes on. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .overwrite(unturned)
    .trim()
    .min(min, min === 1 ? required : undefined)
    .max(max)
    .refine((value) => value.isWellFormed() && !unprintable.test(value), 'Contains characters that cannot be stored')
    .refine((value) => min === 0 || value === '' || isSeen(value), required)

/** Text on one line. */
export const line = (max: number, min = 0) =>
  text(max, min).refine((value) => !/[\t\n\r]/.test(value), 'Must be on one line')

/** An identifier of ours or of a device; never interpreted. */
export const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_.:@-]+$/, 'Is not an identifier')

/** An identifier that may be left empty, as in a query. */
export const optionalId = z
  .union([id, z.literal('')], 'Is not an identifier')
  .transform((value) => value || undefined)
  .optional()

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Is not an e-mail address'))

/** Country code followed by number: E.164. */
export const phone = z
  .string()
  .trim()
  .transform((value) => unturned(value).replaceAll(/[\s()./-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9][0-9]{6,14}$/, 'Is not a phone number with its country code'))

/** A password that is being chosen (ID-9); what else it may not be is the server's to say. */
export const password = z.string().min(12, 'At least 12 characters').max(256)

/** There is no year 0 where it is stored. */
const hasYear = (value: string) => !value.startsWith('0000')
/** Nor a year of five digits, which an offset can make of one of four. */
const isStorable = (value: string) => {
  const ms = Date.parse(value)
  return ms >= Date.parse('0001-01-01T00:00Z') && ms < Date.parse('+010000-01-01T00:00Z')
}

/** ISO 8601 instant in UTC, to the nanosecond at most. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((value) => isStorable(value) && !/\.\d{10}/.test(value), 'Is not an instant')

/** A calendar date that exists. */
export const date = z.iso
  .date({ error: 'Is not a date', abort: true })
  .refine(hasYear, { error: 'Is not a date', abort: true })

/** One that is not in the future either (RE-8). */
export const pastDate = date.refine(
  (value) => Temporal.PlainDate.compare(value, Temporal.Now.plainDateISO('Pacific/Kiritimati')) <= 0,
  'Must not be in the future',
)

/** What a check says where one field cannot do without another: the same as of one that is always required. */
export const missing = (field: string) => ({
  code: 'invalid_type' as const,
  expected: 'string' as const,
  path: [field],
  message: 'This field is required',
  input: undefined,
})

/** IANA time zone (FA-3). */
export const timeZone = z.string().max(64).refine(isListedZone, 'Is not a time zone of the IANA list')

/** A measure of a person, to two decimals: what is smaller than a scale can tell is nothing. */
export const measure = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .overwrite((value) => Math.round(value * 100) / 100)

/** Integer in a query string. */
export const queryInteger = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** `page` from 1 and `page_size` at most 200 (interfaces.md section 2). */
export const paging = { page: queryInteger(1, 1_000_000).default(1), page_size: queryInteger(1, 200).default(50) }

export const pagination = z.object({ page: z.number(), page_size: z.number(), total_records: z.number() })

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), pagination })

/** Text in a query that may be left empty. */
export const search = text(200).optional()

export const noAnswer = z.object({})
