import { expect, it } from 'vitest'
import { nightBars, nightText } from './member-words.ts'

const night = { date: '2026-03-01', time_in_bed: 7.25, rr_avg: 15, rr_min: 12, rr_max: 18 }

it('shows each of the last nights, also those without a reading [SH-10]', () => {
  const bars = nightBars([night], '2026-03-02', 3)
  expect(bars.map(({ date, value }) => [date, value])).toEqual([
    ['2026-02-28', null],
    ['2026-03-01', 7.25],
    ['2026-03-02', null],
  ])
  expect(bars[0]).toMatchObject({ text: '–', note: 'no readings' })
})

it('says a night in numbers, and a dash without one [ME-1]', () => {
  expect(nightText({ ...night, time_in_bed: 7.4, rr_avg: null })).toBe('7.4 h in bed · – BrPM')
  expect(nightText(null)).toBe('–')
})
