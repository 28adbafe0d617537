import { expect, it } from 'vitest'
import { initialsOf, noticeMark } from './notice-mark.ts'

it('a card says who takes care of it and when, or until when it is snoozed [AN-6]', () => {
  const at = new Date().toISOString()
  const clock = at.slice(11, 16)
  const nobody = { acknowledged: null, snoozed: null }
  expect(noticeMark({ state: 'open', ...nobody }, 'UTC')).toBeNull()
  expect(noticeMark({ ...nobody, state: 'acknowledged', acknowledged: { by: 'Grace Hopper', at } }, 'UTC')).toEqual({
    text: `GH ${clock}`,
    label: `Acknowledged by Grace Hopper, ${clock}`,
  })
  expect(noticeMark({ ...nobody, state: 'snoozed', snoozed: { by: 'Ada', until: at } }, 'UTC')).toEqual({
    text: `to ${clock} A`,
    label: `Snoozed until ${clock} by Ada`,
  })
  const longAgo = '2026-01-24T19:19:00Z'
  expect(noticeMark({ ...nobody, state: 'acknowledged', acknowledged: { by: 'Ada', at: longAgo } }, 'UTC')?.text).toBe(
    'A 24 Jan',
  )
  // A display doesn't know by whom.
  expect(noticeMark({ ...nobody, state: 'acknowledged', acknowledged: { at } }, 'UTC')).toEqual({
    text: clock,
    label: `Acknowledged at ${clock}`,
  })
  expect(noticeMark({ ...nobody, state: 'snoozed', snoozed: { until: at } }, 'UTC')).toEqual({
    text: `to ${clock}`,
    label: `Snoozed until ${clock}`,
  })
  // A danger that asks again is nobody's any more.
  expect(noticeMark({ state: 'open', acknowledged: { by: 'Grace', at }, snoozed: null }, 'UTC')).toBeNull()
})

it('initials are those of the first and the last name', () => {
  expect(['Grace Brewster Hopper', 'élodie', '', 'nurse@example.org'].map(initialsOf)).toEqual(['GH', 'É', '', 'N'])
})
