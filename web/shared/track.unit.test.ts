import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveSettings } from './settings.ts'
import { pageRouteOf, sendTracked, track, trackPage } from './track.ts'

interface Sent {
  readonly url: string
  readonly init: { readonly keepalive: boolean; readonly body: string }
}
let sent: Sent[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  vi.stubGlobal('fetch', (url: string, init: Sent['init']) => {
    sent.push({ url, init })
    return Promise.reject(new TypeError('offline'))
  })
})

afterEach(() => {
  sendTracked()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const events = () => sent.map(({ init }) => JSON.parse(init.body).events)

it('counts the pattern of a page, never its address [AP-4] [SH-6]', () => {
  expect(pageRouteOf('/users/edit/$slug')).toBe('/users/edit/$slug')
  expect(pageRouteOf('/clinic/profile/')).toBe('/clinic/profile')
  expect(pageRouteOf('/PrivacyPolicy')).toBe('/pp')
  expect(pageRouteOf('/users/edit/4711')).toBe('/404')
  expect(pageRouteOf('/')).toBe('/')
})

it('sends what follows each other closely in one call that outlives the page [SH-6]', () => {
  trackPage('/clinic/profile')
  track('theme_change')
  expect(sent).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(events()).toEqual([
    [
      { name: 'page_view', route: '/clinic/profile' },
      { name: 'theme_change', route: '/clinic/profile' },
    ],
  ])
  expect(sent[0]).toMatchObject({ url: '/api/analytics/events', init: { keepalive: true } })
})

it('does not wait longer than one call holds, and lets failures pass [SH-6]', async () => {
  for (let count = 0; count < 51; count++) track('page_view')
  expect(events().map((list) => list.length)).toEqual([50])
  sendTracked()
  expect(events().map((list) => list.length)).toEqual([50, 1])
  sendTracked()
  expect(sent).toHaveLength(2)
  await vi.runAllTimersAsync()
})

it('counts nothing from the moment it is refused, nor what waited, until it is allowed again [PR-1]', () => {
  track('page_view')
  saveSettings({ isUsageRefused: true })
  track('page_view')
  vi.advanceTimersByTime(5_000)
  expect(sent).toEqual([])
  saveSettings({ isUsageRefused: false })
  track('page_view')
  vi.advanceTimersByTime(2_000)
  expect(events().map((list) => list.length)).toEqual([1])
})

it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'counts nothing where the browser asks: %j [PR-1]',
  (asks) => {
    vi.stubGlobal('navigator', asks)
    track('page_view')
    vi.advanceTimersByTime(5_000)
    expect(sent).toEqual([])
  },
)
