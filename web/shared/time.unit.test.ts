import { afterEach, expect, it, vi } from 'vitest'
import {
  ageText,
  clockText,
  dayIn,
  decimalText,
  noteServerDate,
  now,
  seenText,
  sinceText,
  spanText,
  wholeText,
} from './time.ts'

afterEach(() => vi.useRealTimers())

it.each([
  [0, '1 s ago'],
  [4_900, '4 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [3_600_000, '1 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [72 * 3_600_000, '3 d ago'],
])('an age of %i ms reads %s [LI-9]', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})

it('what was heard within a minute was seen just now', () => {
  expect([0, 59_999, 60_000].map(seenText)).toEqual(['just now', 'just now', '1 min ago'])
})

it('spans are at least a minute', () => {
  expect(spanText(1)).toBe('1 min')
  expect(spanText(6 * 60_000 + 59_000)).toBe('6 min')
})

it('tells the time where the residents are, over the end of summer time too [SH-21]', () => {
  const instant = '2026-10-25T00:30:00Z'
  expect(clockText(instant, 'Europe/London')).toBe('01:30')
  expect(clockText('2026-10-25T01:30:00Z', 'Europe/London')).toBe('01:30')
  expect(clockText(instant, 'Asia/Kolkata')).toBe('06:00')
  expect(clockText(instant, 'No/Such_Zone')).toBe('00:30')
})

it('names the day when it is another day there, unless the clock time can only be one', () => {
  const at = Date.parse('2026-03-02T12:00:00Z')
  const night = Date.parse('2026-03-01T23:30:00Z')
  expect(sinceText('2026-03-02T00:30:00Z', 'UTC', night)).toBe('00:30')
  expect(sinceText('2026-03-01T22:40:00Z', 'UTC', Date.parse('2026-03-02T00:10:00Z'))).toBe('22:40')
  expect(sinceText('2026-03-02T02:58:00Z', 'UTC', at)).toBe('02:58')
  expect(sinceText('2026-03-01T22:40:00Z', 'UTC', at)).toBe('1 Mar, 22:40')
  // After a year, a date without its year would be taken for the recent one.
  expect(sinceText('2025-03-02T02:58:00Z', 'UTC', at)).toBe('2 Mar 2025, 02:58')
})

it.each([
  ['UTC', '2026-03-09'],
  ['Pacific/Kiritimati', '2026-03-10'],
  ['America/Los_Angeles', '2026-03-09'],
])('is the day of %s [RP-1]', (zone, day) => {
  expect(dayIn(zone, Date.parse('2026-03-09T23:30:00Z'))).toBe(day)
})

it('shows a dash where there is no number', () => {
  expect([wholeText(null), decimalText(null), wholeText(15.5), decimalText(7)]).toEqual(['–', '–', '16', '7.0'])
})

it('follows the clock of the portal when the tablet is off by more than the header can tell [LI-9]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T03:00:00Z') })
  noteServerDate('Sun, 01 Mar 2026 03:00:01 GMT', Date.now())
  expect(now()).toBe(Date.now())
  noteServerDate('Sun, 01 Mar 2026 03:07:00 GMT', Date.now())
  expect(now() - Date.now()).toBe(7 * 60_000 + 500)
  noteServerDate(null, Date.now())
  noteServerDate('nonsense', Date.now())
  expect(now() - Date.now()).toBe(7 * 60_000 + 500)
  noteServerDate('Sun, 01 Mar 2026 03:00:00 GMT', Date.now())
  expect(now()).toBe(Date.now())
})
