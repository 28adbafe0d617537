import { expect, it } from 'vitest'
import { longestPause, pauseBefore } from './backoff.ts'

it('doubles from half a second to fifteen, spread over a half [LI-9]', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => pauseBefore(attempt, 1))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ])
  expect(pauseBefore(0, 0)).toBe(250)
  expect(pauseBefore(50, 0)).toBe(longestPause / 2)
})
