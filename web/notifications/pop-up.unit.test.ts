import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closePopUps } from '../shared/close-pop-ups.ts'
import { queryClient } from '../shared/query.ts'
import { sessionQuery } from '../shared/session.ts'
import { countsText, planPopUps } from './plan-pop-ups.ts'
import { popUp } from './pop-up.tsx'
import { withNew } from './shown-once.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  // No locks, and nothing stored about what was shown.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', undefined)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 'u1' } as never)
})

afterEach(() => {
  closePopUps()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const messages = (count: number): NotificationMessage[] =>
  Array.from({ length: count }, (_, n) => ({
    action: 'rr_notification',
    id: String(n),
    device_id: 'd',
    patient_id: `p${n}`,
    title: n % 5 ? 'High Respiratory' : 'Extremely High Respiratory',
    description: '',
    rr: 25,
    severity: n % 5 ? 'warning' : 'danger',
    kind: 'episode',
    is_late: false,
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

const titles = () => notificationsStore.getState().notifications.map(({ title }) => title)

/** They arrive, and enough time passes for them to be on screen. */
async function raise(count: number): Promise<void> {
  for (const message of messages(count)) void popUp(message)
  await vi.advanceTimersByTimeAsync(1_000)
}

it('who comes after somebody is popped up to as they were [AL-3] [ID-6]', async () => {
  await raise(3)
  expect(titles()).toEqual(['3 notifications'])
  closePopUps()
  expect(titles()).toEqual([])
  await raise(3)
  expect(titles()).toEqual(['3 notifications'])
  closePopUps()
  await raise(2)
  expect(titles()).toHaveLength(2)
})

it('closing all takes those that wait for room as well [ID-6]', () => {
  for (let n = 0; n < 8; n++) notifications.show({ message: 'Room 101 was discharged' })
  expect(notificationsStore.getState().queue).not.toEqual([])
  closePopUps()
  expect(notificationsStore.getState()).toMatchObject({ notifications: [], queue: [] })
})

it('what came just before the end of a session is not popped up after it [AL-3] [ID-6]', async () => {
  for (const message of messages(1)) void popUp(message)
  queryClient.setQueryData(sessionQuery.queryKey, null)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(titles()).toEqual([])
})
