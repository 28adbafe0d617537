import { expect, it } from 'vitest'
import { dayIn } from './day-in.ts'

it.each([
  ['UTC', '2026-03-09'],
  ['Pacific/Kiritimati', '2026-03-10'],
  ['America/Los_Angeles', '2026-03-09'],
])('is the day of %s [RP-1]', (zone, day) => {
  expect(dayIn(zone, Date.parse('2026-03-09T23:30:00Z'))).toBe(day)
})
