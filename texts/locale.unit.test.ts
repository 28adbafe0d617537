import { afterEach, expect, it } from 'vitest'
import { m } from './index.ts'
import { defaultLocale, formatsOf, locales, numberText, setPageLocale } from './locale.ts'

afterEach(() => setPageLocale(defaultLocale))

const night = '2026-11-20T03:05:09Z'

it.each([
  ['en-GB', '20 Nov 2026, 03:05', '03:05:09', '20 Nov', '12,045', '16.5'],
  ['en-US', '11/20/2026, 3:05 AM', '3:05:09 AM', '11/20', '12,045', '16.5'],
  ['en-CH', '20 Nov 2026, 03:05', '03:05:09', '20 Nov', '12’045', '16.5'],
  ['en-DE', '20 Nov 2026, 03:05', '03:05:09', '20 Nov', '12.045', '16,5'],
  ['en-AU', '20 Nov 2026, 3:05 am', '3:05:09 am', '20 Nov', '12,045', '16.5'],
])(
  'writes %s as the country does, in English words [SH-21]',
  (locale, dateTime, seconds, dayMonth, number, decimal) => {
    const formats = formatsOf(locale)
    expect(formats.dateTime(night, 'UTC')).toBe(dateTime)
    expect(formats.clockSeconds(night, 'UTC')).toBe(seconds)
    expect(formats.dayMonth(night, 'UTC')).toBe(dayMonth)
    expect(formats.number(12_045).replace("'", '’')).toBe(number)
    expect(formats.decimal(16.5)).toBe(decimal)
  },
)

it.each(locales)('knows %s, and midnight and noon in it', (locale) => {
  const { clock } = formatsOf(locale)
  expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale])
  expect(clock('2026-11-20T00:30:00Z', 'UTC')).toMatch(/^(00:30|12:30 (AM|am|a\.m\.))$/)
  expect(clock('2026-11-20T12:30:00Z', 'UTC')).toMatch(/^(12:30|12:30 (PM|pm|p\.m\.))$/)
})

it('keeps the time right, in UTC, where a zone is not known', () => {
  expect(formatsOf('en-US').clock(night, 'No/Such_Zone')).toBe('3:05 AM')
})

it('writes counts inside texts by the locale of the page', () => {
  expect(m.resident_count({ count: 1204 })).toContain('1,204')
  setPageLocale('en-DE')
  expect(numberText(1_204)).toBe('1.204')
  expect(m.resident_count({ count: 1204 })).toContain('1.204')
})
