import type { PushMessage } from '@eupnea/contract/push-message.ts'

/**
 * Shows pushes while the portal is closed (AN-3). It keeps nothing for use without a connection: old values must not
 * look like new ones. Built as one file without imports (vite.config.ts), so it calls the portal by itself.
 */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Pushed extends Extendable {
  readonly data: { json(): unknown } | null
}
interface Clicked extends Extendable {
  readonly action: string
  readonly notification: Notification
}
interface Renewed extends Extendable {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}
interface Page {
  readonly url: string
  focus(): Promise<Page>
  navigate(url: string): Promise<Page | null>
}
/** Of the worker's own scope, as far as it is used; the library of types for workers excludes that for pages. */
interface Scope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Renewed) => void): void
}
const worker = globalThis as unknown as Scope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined
  if (message) event.waitUntil(show(message))
})

worker.addEventListener('notificationclick', (event) => {
  const message = event.notification.data as PushMessage
  event.notification.close()
  event.waitUntil(event.action === 'acknowledge' ? acknowledge(message) : open(message.url))
})

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** A newer one of the same notification takes the place of the older one, and calls again. */
function show({ token, words, ...message }: PushMessage): Promise<void> {
  const { title, body, tag, stays, at } = message
  return worker.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    requireInteraction: stays,
    timestamp: at,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { token, words, ...message },
    actions: [
      ...(token ? [{ action: 'acknowledge', title: words.acknowledge }] : []),
      { action: 'open', title: words.open },
    ],
  } as NotificationOptions)
}

/** The token proves who acknowledges; nobody needs to be signed in here. */
async function acknowledge(message: PushMessage): Promise<void> {
  const answer = await post('/api/push-subscriptions/acknowledge', { token: message.token }).catch(() => null)
  if (!answer?.ok) await show({ ...message, body: message.words.failed, token: null })
}

async function open(url: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => new URL(one.url).origin === new URL(url).origin)
  // A page that this worker doesn't control can't be led anywhere.
  if (!page || !(await page.navigate(url).catch(() => null))) return void (await worker.clients.openWindow(url))
  await page.focus()
}

/** The browser has exchanged its subscription: the portal gets the new one, while the person's session lasts. */
async function renew({ oldSubscription, newSubscription }: Renewed): Promise<void> {
  const options = oldSubscription?.options
  if (!newSubscription && !options?.applicationServerKey) return
  const subscription = newSubscription ?? (await worker.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  await post('/api/push-subscriptions', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
