import { describe, expect, it } from 'vitest'
import { codeOfDays, codeOfPeriod, usualThresholds } from './billing-code.ts'

/** `days` days; those of `valid` (from 1) have a valid minute. */
const period = (days: number, valid: readonly number[]) =>
  Array.from({ length: days }, (_, index) => valid.includes(index + 1))
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('billing code', () => {
  it.each([
    [0, null],
    [1, null],
    [2, '99445'],
    [15, '99445'],
    [16, '99454'],
    [30, '99454'],
  ])('of %i days is %s [BI-2]', (days, code) => {
    expect(codeOfDays(days, usualThresholds)).toBe(code)
    expect(codeOfPeriod(period(30, upTo(days)), usualThresholds)).toBe(code)
  })

  it('goes by the thresholds [BI-2]', () => {
    const thresholds = { shortDays: 5, longDays: 10 }
    expect([4, 5, 9, 10].map((days) => codeOfDays(days, thresholds))).toEqual([null, '99445', '99445', '99454'])
  })

  it('counts any 30 days of a month of 31 [BI-2]', () => {
    // Sixteen valid days, but no 30-day window has more than fifteen.
    expect(codeOfPeriod(period(31, [...upTo(15), 31]), usualThresholds)).toBe('99445')
    expect(codeOfPeriod(period(31, [1, 31]), usualThresholds)).toBeNull()
    expect(codeOfPeriod(period(31, upTo(16)), usualThresholds)).toBe('99454')
    expect(codeOfPeriod(period(31, upTo(31).slice(15)), usualThresholds)).toBe('99454')
  })

  it('counts a shorter period as it is, and tells none of a longer one [BI-2]', () => {
    expect(codeOfPeriod(period(28, upTo(16)), usualThresholds)).toBe('99454')
    expect(codeOfPeriod(period(1, [1]), usualThresholds)).toBeNull()
    expect(codeOfPeriod(period(32, upTo(32)), usualThresholds)).toBeNull()
  })
})
