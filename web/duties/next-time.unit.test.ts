import { expect, it } from 'vitest'
import { nextTime, usualEnd } from './next-time.ts'

const at = (instant: string) => Date.parse(instant)

it('a duty ends at the next such time there, also over midnight and a change of clocks [AN-7]', () => {
  expect(nextTime('07:00', at('2026-11-23T22:00:00Z'), 'Europe/Berlin')).toBe('2026-11-24T06:00:00.000Z')
  expect(nextTime('23:30', at('2026-11-23T22:00:00Z'), 'Europe/Berlin')).toBe('2026-11-23T22:30:00.000Z')
  // Clocks go forward that night.
  expect(nextTime('07:00', at('2027-03-27T21:00:00Z'), 'Europe/Berlin')).toBe('2027-03-28T05:00:00.000Z')
  expect(nextTime('', at('2026-11-23T22:00:00Z'), 'Europe/Berlin')).toBeUndefined()
})

it('the usual end is proposed that is an hour away at least [AN-7]', () => {
  expect(usualEnd(at('2026-11-23T18:30:00Z'), 'UTC')).toBe('07:00')
  expect(usualEnd(at('2026-11-23T17:30:00Z'), 'UTC')).toBe('19:00')
  expect(usualEnd(at('2026-11-23T23:30:00Z'), 'UTC')).toBe('07:00')
})
