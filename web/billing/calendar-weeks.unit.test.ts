import { expect, it } from 'vitest'
import { calendarWeeks, dayLater, monthLater } from './calendar-weeks.ts'

const day = (date: string) => ({ date, dataPoints: 0, validDataPoints: 0, is_on_leave: false })

it('lays days out by weeks that begin on Monday [BI-3]', () => {
  // 1 March 2026 is a Sunday.
  const weeks = calendarWeeks(Array.from({ length: 31 }, (_, index) => day(dayLater('2026-03-01', index))))
  expect(weeks.map((week) => week.map((cell) => cell?.date.slice(8) ?? '').join(' '))).toEqual([
    '      01',
    '02 03 04 05 06 07 08',
    '09 10 11 12 13 14 15',
    '16 17 18 19 20 21 22',
    '23 24 25 26 27 28 29',
    '30 31     ',
  ])
  expect(calendarWeeks([])).toEqual([])
})

it('goes from month to month and over the end of the year [BI-3]', () => {
  expect(monthLater('2026-12', 1)).toBe('2027-01')
  expect(monthLater('2026-01', -1)).toBe('2025-12')
  expect(dayLater('2026-02-28', 1)).toBe('2026-03-01')
})
