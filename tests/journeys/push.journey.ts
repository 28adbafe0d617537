import { createECDH, randomBytes } from 'node:crypto'
import { readNotification } from '@eupnea/contract/notifications.ts'
import { listMessages } from '@eupnea/contract/outbox.ts'
import type { PushMessage } from '@eupnea/contract/push-message.ts'
import type { CDPSession, Page } from '@playwright/test'
import { connectDevice } from '../../sensors/device-client.ts'
import { createWard } from '../kit/ward.ts'
import { addPerson, desk, expect, lookAt, openAs, signOut, test, type World } from './portal.fixture.ts'

/** Chromium's push service isn't reachable from a test: the page gets a subscription that nobody serves. */
async function subscribeAnyway(page: Page): Promise<void> {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  await page.addInitScript(
    (given) => {
      const subscription = {
        get endpoint() {
          return `${given.endpoint}/${sessionStorage.getItem('nth')}`
        },
        get options() {
          const key = sessionStorage.getItem('subscribed') ?? ''
          const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0))
          return { applicationServerKey: bytes.buffer }
        },
        toJSON: () => ({ ...given, endpoint: subscription.endpoint }),
        unsubscribe: async () => sessionStorage.removeItem('subscribed'),
      } as unknown as PushSubscription
      PushManager.prototype.getSubscription = async () => (sessionStorage.getItem('subscribed') ? subscription : null)
      PushManager.prototype.subscribe = async (given) => {
        const key = new Uint8Array(given!.applicationServerKey as ArrayBuffer)
        sessionStorage.setItem('subscribed', btoa(String.fromCharCode(...key)))
        sessionStorage.setItem('nth', `${Number(sessionStorage.getItem('nth')) + 1}`)
        return subscription
      }
    },
    { endpoint: 'https://push.invalid/journey', keys: { p256dh, auth } },
  )
}

/** The newest push to the browser, as it waits in the outbox. */
async function nextPush({ portal }: World, isIt: (message: PushMessage) => boolean): Promise<PushMessage> {
  let found: PushMessage | undefined
  await expect
    .poll(
      async () => {
        const { items } = await portal.send(listMessages, {})
        const pushes = items
          .filter(({ kind }) => kind === 'push')
          .map(({ text }) => JSON.parse(text ?? '') as PushMessage)
        found = pushes.find(isIt)
        return found !== undefined
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return found!
}

async function deliver(worker: CDPSession, registrationId: string, origin: string, message: PushMessage) {
  await worker.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

test('a browser gets pushes without names, and acknowledges from them [AN-3]', async ({ page, context, world }) => {
  const { portal } = world
  const ward = await createWard(portal, 'Hazel House', 1)
  const [bed] = ward.beds
  const nurse = await addPerson(world, { clinic_ids: [ward.clinic_id] })
  await context.grantPermissions(['notifications'], { origin: portal.http })
  await subscribeAnyway(page)
  const devtools = await context.newCDPSession(page)
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) =>
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId)),
  )
  await devtools.send('ServiceWorker.enable')
  await page.setViewportSize(desk)
  await openAs(page, portal.http, nurse, '/clinic/duty')

  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(manifest.url).toBe(`${portal.http}/manifest.webmanifest`)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Each journey has a private window, in which nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])

  const panel = page.getByRole('region', { name: 'This browser' })
  await expect(panel.getByText('This browser gets no push notifications.')).toBeVisible()
  await panel.getByRole('button', { name: 'Allow notifications' }).click()
  await expect(panel.getByText('This browser gets push notifications.')).toBeVisible()
  const own = panel.getByRole('listitem').filter({ hasText: '(this browser)' })
  await expect(own).toContainText('No notification yet')
  await lookAt(page)
  await own.getByRole('button', { name: /^Send test to / }).click()
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const push = (message: PushMessage) => deliver(devtools, registrations.at(-1)!, portal.http, message)
  await push(await nextPush(world, ({ tag }) => tag === 'test'))
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Test notification', body: 'Notifications reach you here.', tag: 'test' }])

  // A real one takes its own place, and a newer one of the same takes that.
  const device = connectDevice({ url: portal.mqtt, deviceId: bed!.device_id, password: bed!.key.password })
  const start = Date.now() - 5 * 60_000
  device.send([0, 1, 2, 3, 4, 5].map((minute) => ({ ts: start + minute * 60_000, rr: 25, dist: 0.8 })))
  await device.drained()
  const message = await nextPush(world, ({ tag }) => tag !== 'test')
  await push(message)
  const about = { title: 'Extremely High Respiratory', body: 'Hazel House, Room 101', tag: message.tag }
  await push({ ...message, title: about.title })
  await expect.poll(async () => (await shown(page)).filter(({ tag }) => tag !== 'test')).toEqual([about])

  // Nobody clicks what the system shows, so the worker is told that somebody did.
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(async (tag) => {
    const scope = globalThis as unknown as { readonly registration: ServiceWorkerRegistration } & EventTarget
    const [notification] = await scope.registration.getNotifications({ tag })
    const Click = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, init: object) => Event
    scope.dispatchEvent(new Click('notificationclick', { action: 'acknowledge', notification }))
  }, message.tag)
  const taken = async () => (await portal.send(readNotification, { id: message.tag })).acknowledged?.by
  await expect.poll(taken).toBe('Grace Hopper')
  await expect.poll(async () => (await shown(page)).filter(({ tag }) => tag !== 'test')).toEqual([])
  await device.close()

  // The portal has other keys since: the browser renews itself, and its old address ends.
  const browsers = () => page.evaluate(() => sessionStorage.getItem('nth'))
  expect(await browsers()).toBe('1')
  const renewed = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/push-subscriptions'),
  )
  await page.evaluate(() => sessionStorage.setItem('subscribed', btoa('another key')))
  await page.reload()
  expect((await renewed).status()).toBe(201)
  expect(await browsers()).toBe('2')
  await expect(panel.getByText('This browser gets push notifications.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(panel.getByText('This browser gets push notifications.')).toBeVisible()
  expect(await browsers()).toBe('2')

  // Who signs out gets no more pushes here.
  await signOut(page)
  await openAs(page, portal.http, nurse, '/clinic/duty')
  await expect(panel.getByText('This browser gets no push notifications.')).toBeVisible()
})
