import { expect, it } from 'vitest'
import { uncoveredSpans } from './uncovered-spans.ts'

it('says together of which floors nobody has been on duty, and of which nobody will be [AN-7]', () => {
  const [ended, ends] = ['2026-11-26T15:57:03Z', '2026-11-26T16:10:00Z']
  const uncovered = [
    { floor: '1', since: ended },
    { floor: '2', since: ended },
    { floor: '3', since: ends },
  ]
  expect(uncoveredSpans(uncovered, [{ until: ends }, { until: '2026-11-26T19:00:00Z' }])).toEqual([
    { since: ended, floors: ['1', '2'], isHeld: false },
    { since: ends, floors: ['3'], isHeld: true },
  ])
})
