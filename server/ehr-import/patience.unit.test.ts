import { describe, expect, it } from 'vitest'
import { waitAfter429, waitAfterFault, waitForQuota } from './patience.ts'

const now = Date.UTC(2026, 2, 1, 3)

describe('after 429', () => {
  const wait = (headers: Record<string, string>, tooEarly = 0) => waitAfter429(headers, tooEarly, now)

  it('waits as Retry-After says, in seconds or until an instant [EH-2]', () => {
    expect(wait({ 'retry-after': '7' })).toBe(7_000)
    expect(wait({ 'retry-after': new Date(now + 90_000).toUTCString() })).toBe(90_000)
    expect(wait({ 'retry-after': new Date(now - 90_000).toUTCString() })).toBe(0)
    expect(wait({ 'retry-after': '7', 'x-quota-time-to-reset': '1' })).toBe(7_000)
  })

  it('waits for the quota, an instant in seconds or milliseconds [EH-2]', () => {
    expect(wait({ 'x-quota-time-to-reset': String(now / 1_000 + 30) })).toBe(30_000)
    expect(wait({ 'x-quota-time-to-reset': String(now + 30_000) })).toBe(30_000)
  })

  it('takes a span without a unit as milliseconds, and doubles when that was too early, up to seconds [EH-2]', () => {
    const spans = [0, 1, 2, 3, 4].map((tooEarly) => wait({ 'x-quota-time-to-reset': '10' }, tooEarly))
    expect(spans).toEqual([1_000, 2_000, 4_000, 8_000, 10_000])
    expect(wait({ 'x-quota-time-to-reset': '60000' })).toBe(60_000)
  })

  it('waits ever longer when nothing says how long, or nothing that can be read [EH-2]', () => {
    expect([0, 1, 2].map((tooEarly) => wait({}, tooEarly))).toEqual([1_000, 2_000, 4_000])
    for (const value of ['soon', '-5', '', 'NaN']) expect(wait({ 'x-quota-time-to-reset': value })).toBe(1_000)
    expect(wait({ 'retry-after': 'soon' })).toBe(1_000)
  })

  it('waits for no more than a day [EH-2]', () => {
    expect(wait({ 'retry-after': String(24 * 3_600) })).toBe(24 * 3_600_000)
    expect(wait({ 'retry-after': String(24 * 3_600 + 1) })).toBeNull()
    expect(wait({ 'x-quota-time-to-reset': String(now + 25 * 3_600_000) })).toBeNull()
  })
})

it('waits after a fault as Retry-After says, and never less than by itself [EH-2]', () => {
  const wait = (after?: string) => waitAfterFault(after === undefined ? {} : { 'retry-after': after }, 500, now)
  expect([wait(), wait('soon'), wait('0'), wait('7')]).toEqual([500, 500, 500, 7_000])
  expect(wait(new Date(now + 90_000).toUTCString())).toBe(90_000)
  expect(wait(String(24 * 3_600 + 1))).toBeNull()
})

describe('a quota', () => {
  const wait = (remaining: string | undefined, reset?: string) =>
    waitForQuota({ 'x-quota-remaining': remaining, 'x-quota-time-to-reset': reset }, now)

  it('is waited for once it is used up, and not before [EH-2]', () => {
    expect(wait('0', '250')).toBe(250)
    expect(wait('0', String(now / 1_000 + 3))).toBe(3_000)
    expect(wait('1', '250')).toBe(0)
    expect(wait(undefined, '250')).toBe(0)
  })

  it('that is told in words nobody can read holds up nothing [EH-2]', () => {
    expect(wait('none', '250')).toBe(0)
    expect(wait('0')).toBe(0)
    expect(wait('0', 'soon')).toBe(0)
    expect(wait('0', String(now + 25 * 3_600_000))).toBeNull()
  })
})
