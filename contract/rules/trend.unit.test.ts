import { describe, expect, it } from 'vitest'
import { isChanged, trendOf } from './trend.ts'

const nights = (count: number, rate: number) => Array.from({ length: count }, () => rate)
const changes = (rate: number, before: readonly number[]) => {
  const trend = trendOf(rate, before)
  return trend !== null && isChanged(trend)
}

describe('the trend of a resident’s nights', () => {
  it('is not judged by fewer than seven nights [WA-12]', () => {
    expect(trendOf(30, nights(6, 16))).toBeNull()
    expect(trendOf(30, nights(7, 16))).toEqual({ rate: 30, usual: 16, deviation: 0, nights: 7 })
  })

  it('takes a difference of three for three, whatever floating point makes of it [WA-12]', () => {
    expect(16.4 - 13.4).toBeLessThan(3)
    expect([changes(16.4, nights(7, 13.4)), changes(16.39, nights(7, 13.4))]).toEqual([true, false])
  })

  it.each([
    [18.9, false],
    [19, true],
    [13.1, false],
    [13, true],
  ])('needs a difference of three a minute where nights are all alike: %d is %s [WA-12]', (rate, changed) => {
    expect(changes(rate, nights(14, 16))).toBe(changed)
  })

  it('needs three standard deviations where nights differ [WA-12]', () => {
    // MAD 1.5, so 3 × 1.4826 × 1.5 = 6.67
    const before = [14, 14.5, 14.5, 15, 16, 17, 17.5, 17.5, 18]
    expect(trendOf(20, before)).toMatchObject({ usual: 16, deviation: 1.4826 * 1.5 })
    expect(changes(22.6, before)).toBe(false)
    expect(changes(22.7, before)).toBe(true)
    expect(changes(9.3, before)).toBe(true)
  })

  it('is not moved by a few odd nights among those before [WA-12]', () => {
    expect(changes(20, [16, 16, 16, 16, 16, 30, 40])).toBe(true)
    expect(trendOf(20, [15, 17, 16, 18, 16, 16, 16, 16])).toMatchObject({ usual: 16 })
  })
})
