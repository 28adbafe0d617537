/**
 * How dates, times and numbers are written: by the locale of the facility they are about. The only place that formats
 * for people; reports keep the formats of the specification (`contract/rules/report-cells.ts`).
 */

/** English words with the formats of a country, as BCP 47 writes it. */
export const locales = [
  'en-GB',
  'en-US',
  'en-AU',
  'en-AT',
  'en-CA',
  'en-DE',
  'en-IE',
  'en-NL',
  'en-NZ',
  'en-CH',
] as const
export type Locale = (typeof locales)[number]

/** Of a facility that has not chosen (specification section 3), and of pages and messages about several facilities. */
export const defaultLocale = 'en-GB'

/** Whose rules for letters the texts follow: upper and lower case, order. */
export const language = 'en-GB'

/** Milliseconds since the epoch, or ISO 8601. */
type Instant = number | string | Date

/** @param zone IANA; one that is not known here counts as UTC */
type InZone = (at: Instant, zone: string) => string

export interface Formats {
  /** `1,204` */
  number(value: number | bigint): string
  /** `16.5` */
  decimal(value: number): string
  /** `03:12`, `3:12 AM` */
  readonly clock: InZone
  /** `03:12`, `3:12 AM` of `03:12`: a time of every day */
  timeOfDay(time: string): string
  /** `03:12:45` */
  readonly clockSeconds: InZone
  /** `20 Nov 2026`, `11/20/2026` */
  readonly date: InZone
  /** `20 Nov`, `11/20` */
  readonly dayMonth: InZone
  /** `20 Nov 2026, 03:12` */
  readonly dateTime: InZone
  /** `Friday 20 November` of `2026-11-20` */
  longDay(date: string): string
  /** `November 2026` of `2026-11` */
  month(month: string): string
  /** `20 Nov` of `2026-11-20` */
  shortDay(date: string): string
}

const formats = new Map<string, Formats>()

/** @param locale one of `locales` */
export function formatsOf(locale: string): Formats {
  const found = formats.get(locale) ?? createFormats(locale)
  formats.set(locale, found)
  return found
}

function createFormats(locale: string): Formats {
  const whole = new Intl.NumberFormat(locale)
  const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  // In the United States as the reports have it, with numbers alone; elsewhere that would be mistaken for it.
  const dayMonth = { day: 'numeric', month: 'short' } as const
  const shortDay = locale === 'en-US' ? ({ day: '2-digit', month: '2-digit' } as const) : dayMonth
  const clock = inZone(locale, { timeStyle: 'short' })
  const date = inZone(locale, { ...shortDay, year: 'numeric' })
  const inUtc = (options: Intl.DateTimeFormatOptions) => {
    const write = inZone(locale, options)
    return (day: string) => write(day, 'UTC')
  }
  return {
    number: (value) => whole.format(value),
    decimal: (value) => tenth.format(value),
    clock,
    timeOfDay: (time) => clock(`2000-01-01T${time}Z`, 'UTC'),
    clockSeconds: inZone(locale, { timeStyle: 'medium' }),
    date,
    dayMonth: inZone(locale, shortDay),
    dateTime: (at, zone) => `${date(at, zone)}, ${clock(at, zone)}`,
    longDay: inUtc({ weekday: 'long', day: 'numeric', month: 'long' }),
    month: inUtc({ month: 'long', year: 'numeric' }),
    shortDay: inUtc(shortDay),
  }
}

function inZone(locale: string, options: Intl.DateTimeFormatOptions): InZone {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (at, zone) => {
    const format = made.get(zone) ?? zonedFormat(locale, options, zone)
    made.set(zone, format)
    // Some systems put a narrow space before AM, which an SMS has no letter for.
    return format.format(new Date(at)).replaceAll('\u202f', ' ')
  }
}

/** In UTC where a zone is not known here, so that the time stays right. */
export function zonedFormat(locale: string, options: Intl.DateTimeFormatOptions, zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone || 'UTC' })
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
}

const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })

/** `Friday` of `2026-11-20`: a word, the same in every country. */
export const weekdayText = (date: string): string => weekdays.format(new Date(date))

let page = formatsOf(defaultLocale)

/** Formats of the page that is open. The server has no page: it names a facility's locale, or has the default. */
export const pageFormats = (): Formats => page

/** The browser shows one page at a time, about one facility or about several. */
export function setPageLocale(locale: string): void {
  page = formatsOf(locale)
}

const lists = new Intl.ListFormat(language)

/** `Ada Byron, Joan Clarke and 3 more` */
export const listText = (items: Iterable<string>): string => lists.format(items)

/** `1,204`. */
export const numberText = (value: number | bigint): string => page.number(value)
