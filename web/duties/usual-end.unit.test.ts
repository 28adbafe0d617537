import { expect, it } from 'vitest'
import { usualEnd } from './usual-end.ts'

const at = (instant: string) => Date.parse(instant)

it('the usual end is proposed that is an hour away at least [AN-7]', () => {
  expect(usualEnd(at('2026-11-23T18:30:00Z'), 'UTC')).toBe('07:00')
  expect(usualEnd(at('2026-11-23T17:30:00Z'), 'UTC')).toBe('19:00')
  expect(usualEnd(at('2026-11-23T23:30:00Z'), 'UTC')).toBe('07:00')
})
