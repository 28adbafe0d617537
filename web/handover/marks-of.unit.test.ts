import { expect, it } from 'vitest'
import { marksOf } from './marks-of.ts'

it('marks notifications that are over too, within the ribbon [HO-1] [VI-1]', () => {
  const ended = (id: string, raised_at: string, became_worse_at: string | null = null) =>
    ({
      ...{ id, raised_at, became_worse_at, title: 'Low Respiratory' },
      severity: 'warning',
      ended_at: '2026-02-02T02:15:00Z',
    }) as const
  const shift = { from: '2026-02-01T18:00:00Z', until: '2026-02-02T06:00:00Z' }
  const told = {
    notifications: [],
    notes: [],
    ended: [
      ended('a', '2026-02-02T01:43:00Z'),
      ended('b', '2026-02-01T17:59:00Z'),
      // What its title says holds from then on.
      ended('c', '2026-02-01T17:59:00Z', '2026-02-02T02:00:00Z'),
    ],
  }
  expect(marksOf(told, shift)).toEqual([
    { at: Date.parse('2026-02-02T01:43:00Z'), kind: 'notification', text: 'Low Respiratory' },
    { at: Date.parse('2026-02-02T02:00:00Z'), kind: 'notification', text: 'Low Respiratory' },
  ])
})
