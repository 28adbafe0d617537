import { expect, it } from 'vitest'
import { downtimeText, lengthText, shareText } from './downtime.ts'

it('says how long a bed was not monitored and why [WA-10]', () => {
  expect(downtimeText({ cause: 'silent', seconds: 4_800 })).toBe('Unmonitored 1 h 20 min: sensor silent')
  expect(downtimeText({ cause: 'clock', seconds: 60 })).toBe('Unmonitored 1 min: sensor clock wrong')
})

it.each([
  [0, 'under 1 min'],
  [59, 'under 1 min'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [86_400, '24 h'],
  [90_060, '25 h 1 min'],
])('writes %i seconds as %s [WA-10]', (seconds, text) => {
  expect(lengthText(seconds)).toBe(text)
})

it('says 100% only when nothing was missed [WA-10]', () => {
  expect(shareText(1)).toBe('Monitored 100.0% of the time')
  expect(shareText(0.99999)).toBe('Monitored 99.9% of the time')
  expect(shareText(0)).toBe('Monitored 0.0% of the time')
  expect(shareText(0.9563, 7)).toBe('Monitored 95.6% of the last 7 days')
})
