import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { expect, it } from 'vitest'
import { countsText, planPopUps } from './plan-pop-ups.ts'
import { withNew } from './shown-once.ts'

const messages = (count: number): NotificationMessage[] =>
  Array.from({ length: count }, (_, n) => ({
    action: 'rr_notification',
    id: String(n),
    device_id: 'd',
    patient_id: 'p',
    title: n % 5 ? 'High Respiratory' : 'Extremely High Respiratory',
    description: '',
    rr: 25,
    severity: n % 5 ? 'warning' : 'danger',
  }))

it('two have a pop-up each, fifty at once have one that says so [AL-3]', () => {
  const [one, two, fifty] = [messages(1), messages(2), messages(50)]
  expect(planPopUps(one, 0, false)).toEqual({ single: one, merged: [] })
  expect(planPopUps(two, 0, false)).toEqual({ single: two, merged: [] })
  expect(planPopUps(one, 2, false)).toEqual({ single: [], merged: one })
  expect(planPopUps(one, 0, true)).toEqual({ single: [], merged: one })
  expect(planPopUps(fifty, 0, false)).toEqual({ single: [], merged: fifty })
  expect(countsText(fifty)).toBe('10 Extremely High Respiratory, 40 High Respiratory')
})

it('a browser remembers what it has popped up, and forgets the oldest [AL-3]', () => {
  expect(withNew(null, 'a')).toBe('a')
  expect(withNew('a b', 'c')).toBe('a b c')
  expect(withNew('a b', 'a')).toBeNull()
  const many = Array.from({ length: 200 }, (_, n) => `n${n}`).join(' ')
  expect(withNew(many, 'new')?.split(' ')).toHaveLength(200)
  expect(withNew(many, 'new')).not.toContain('n0 ')
})
