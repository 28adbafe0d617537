import type { Notification } from '@eupnea/contract/notifications.ts'
import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closePopUps } from '../shared/close-pop-ups.ts'
import { askingOf, countsText, planPopUps } from './plan-pop-ups.ts'
import { endPopUps, showPopUps } from './pop-up.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  closePopUps()
  endPopUps()
  vi.useRealTimers()
})

const open = (count: number): Notification[] =>
  Array.from(
    { length: count },
    (_, n) =>
      ({
        id: String(n),
        patientId: `p${n}`,
        title: n % 5 ? 'High Respiratory' : 'Extremely High Respiratory',
        severity: n % 5 ? 'warning' : 'danger',
        kind: 'episode',
        state: 'open',
        acknowledged: null,
        snoozed: null,
        extra_detail: {},
      }) as unknown as Notification,
  )

it('two have a pop-up each, more share one that says what they are [AN-1]', () => {
  const [two, fifty] = [open(2), open(50)]
  expect(planPopUps(two, new Set(), 'desk')).toEqual({ single: two, merged: [] })
  expect(planPopUps(open(3), new Set(), 'desk')).toEqual({ single: [], merged: open(3) })
  expect(planPopUps(fifty, new Set(), 'desk')).toEqual({ single: [], merged: fifty })
  expect(planPopUps(two, new Set(), 'phone')).toEqual({ single: [], merged: two })
  expect(countsText(fifty)).toBe('10\u00a0Extremely High Respiratory, 40\u00a0High Respiratory')
})

it('what was closed pops up again when it is worse or back, or asks again [AN-1] [AN-5] [WA-7]', () => {
  const [warning] = open(2).slice(1) as [Notification]
  const closed = new Set([askingOf(warning)])
  const shown = (change: Partial<Notification>) => planPopUps([{ ...warning, ...change }], closed, 'desk').single.length
  expect(shown({})).toBe(0)
  expect(shown({ severity: 'danger' })).toBe(1)
  expect(shown({ reopened_at: '2026-11-23T03:00:00Z' })).toBe(1)
  expect(shown({ acknowledged: { by: 'Grace', at: '2026-11-23T03:00:00Z' } })).toBe(1)
  expect(shown({ snoozed: { by: 'Grace', until: '2026-11-23T03:00:00Z' } })).toBe(1)
})

const titles = () => notificationsStore.getState().notifications.map(({ title }) => title)
const show = (given: Notification[]) => {
  showPopUps(given, 'UTC', 'desk')
  vi.advanceTimersByTime(1_000)
}

it('pop-ups follow the state: they come, merge, and go when somebody acts elsewhere [AN-1]', () => {
  show(open(2))
  expect(titles()).toEqual(['Extremely High Respiratory', 'High Respiratory'])
  show(open(3))
  expect(titles()).toEqual(['3 notifications: 1\u00a0Extremely High Respiratory, 2\u00a0High Respiratory'])
  show(open(1))
  expect(titles()).toEqual(['Extremely High Respiratory'])
  show([])
  expect(titles()).toEqual([])
})

it('a closed pop-up stays closed while nothing changes [AN-1]', () => {
  const [one] = open(1) as [Notification]
  show([one])
  notifications.hide(one.id)
  show([{ ...one }])
  expect(titles()).toEqual([])
  show([{ ...one, snoozed: { by: 'Grace', until: '2026-11-23T03:00:00Z' } }])
  expect(titles()).toEqual(['Extremely High Respiratory'])
})

it('who comes after somebody is popped up to as they were [AN-1] [ID-6]', () => {
  show(open(3))
  closePopUps()
  endPopUps()
  expect(titles()).toEqual([])
  show(open(3))
  expect(titles()).toHaveLength(1)
})

it('closing all takes those that wait for room as well [ID-6]', () => {
  for (let n = 0; n < 8; n++) notifications.show({ message: 'Room 101 was discharged' })
  expect(notificationsStore.getState().queue).not.toEqual([])
  closePopUps()
  expect(notificationsStore.getState()).toMatchObject({ notifications: [], queue: [] })
})
