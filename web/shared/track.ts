import { type eventNames, type PageRoute, pageRoutes, trackEvents } from '@eupnea/contract/analytics.ts'
import { requestOf } from './api.ts'
import { getSettings } from './settings.ts'

/** Page views and events, counted without addresses and without making anyone wait (AP-4, SH-6). */

export type EventName = (typeof eventNames)[number]
interface Counted {
  readonly name: EventName
  readonly route: PageRoute
}

/** Views this close together are sent together, ms. */
const gatherMs = 2_000
/** Maximum in one call. */
const most = 50

const known: ReadonlySet<string> = new Set(pageRoutes)

/** A route's pattern → the page that is counted; any other address is `/404`. */
export function pageRouteOf(pattern: string): PageRoute {
  const path = pattern.length > 1 ? pattern.replace(/\/$/, '') : pattern
  if (known.has(path)) return path as PageRoute
  return path.toLowerCase() === '/privacypolicy' ? '/pp' : '/404'
}

const isRefused = (): boolean => getSettings().isUsageRefused || asksNotToBeCounted()

let waiting: Counted[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let route: PageRoute = '/'

/** A page was opened. */
export function trackPage(pattern: string): void {
  route = pageRouteOf(pattern)
  track('page_view')
}

/** Whether the browser asks not to be tracked: Global Privacy Control or Do Not Track. */
export const asksNotToBeCounted = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Counts an event on the open page, unless the person or their browser has refused (PR-1). */
export function track(name: EventName): void {
  if (isRefused()) return
  waiting.push({ name, route })
  timer ??= setTimeout(sendTracked, gatherMs)
  if (waiting.length >= most) sendTracked()
}

/** Sends what is waiting; outlives the page, and failures are ignored. */
export function sendTracked(): void {
  clearTimeout(timer)
  timer = undefined
  // Anything refused while it was waiting isn't sent either.
  if (isRefused()) waiting = []
  if (waiting.length === 0) return
  const { url, body } = requestOf(trackEvents, { events: waiting })
  waiting = []
  fetch(url, {
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => {})
}

/** What is waiting is sent when the page is left. */
export function startTracking(): void {
  addEventListener('pagehide', sendTracked)
  addEventListener('visibilitychange', () => document.hidden && sendTracked())
}
