import { readChannels } from '@eupnea/contract/duties.ts'
import {
  createPushSubscription,
  type PushSubscription as Kept,
  keepPushSubscription,
  listPushSubscriptions,
  readPushKey,
} from '@eupnea/contract/push-subscriptions.ts'
import { send } from '../shared/api.ts'
import { fetchAgain, queryClient } from '../shared/query.ts'

/** Push in this browser: what it can do, and its subscription. */

/** Why there is none here, other than that nobody asked for it. */
type Obstacle = 'insecure' | 'install' | 'unsupported' | 'blocked'

/** An iPad says that it is a Mac, which never has a touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export function pushObstacle(): Obstacle | null {
  if (!isSecureContext) return 'insecure'
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // There, only pages on the home screen get pushes.
  if (!isThere) return isIos() ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  pushObstacle() === null ? navigator.serviceWorker.getRegistration('/') : undefined

const ownSubscription = async () => (await registered())?.pushManager.getSubscription()

/** The key under which a query keeps the current address. */
export const ownEndpointKey = ['push endpoint']

/** The address of this browser's subscription; null without one. */
export const ownEndpoint = async (): Promise<string | null> => (await ownSubscription())?.endpoint ?? null

/** Where the browser keeps the address that it gives up, until the portal knows the new one. */
const renewing = 'eupnea push renewing'

/** The person didn't allow it. */
export class NotAllowed extends Error {}
/** The browser's push service gave no subscription. */
export class NoPushService extends Error {}

/** Asks the person and the browser's push service, and tells the portal. @throws NotAllowed, NoPushService, ApiError */
export async function allowPush(): Promise<Kept> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { key } = await send(readPushKey, {})
  const replaces = localStorage.getItem(renewing) ?? (await ownEndpoint()) ?? undefined
  if (replaces) localStorage.setItem(renewing, replaces)
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await subscribe(pushManager, bytesOf(key)).catch(() => {
    throw new NoPushService()
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const given = { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '', replaces }
  const kept = await send(createPushSubscription, given)
  localStorage.removeItem(renewing)
  return kept
}

async function subscribe(pushManager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  // One for another key would be refused.
  if (before && !isSame(before.options.applicationServerKey, key)) await before.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isSame = (buffer: ArrayBuffer | null, bytes: Uint8Array): boolean =>
  buffer !== null && new Uint8Array(buffer).every((byte, index) => byte === bytes[index])

/**
 * Tells the portal who uses the browser now; somebody else's subscription ends. One for a key that the portal has no
 * more is renewed, because its push service would refuse everything.
 */
export async function keepPush(): Promise<void> {
  const subscription = await ownSubscription()
  const endpoint = localStorage.getItem(renewing) ?? subscription?.endpoint
  if (!endpoint) return
  const { is_own } = await send(keepPushSubscription, { endpoint })
  if (!is_own) return leavePush()
  const { key } = await send(readPushKey, {})
  if (subscription?.endpoint === endpoint && isSame(subscription.options.applicationServerKey, bytesOf(key))) return
  await allowPush()
  await queryClient.invalidateQueries({ queryKey: ownEndpointKey })
  await fetchAgain([listPushSubscriptions, readChannels])
}

/** The browser gets no more pushes. The portal has ended its part, or does. */
export async function leavePush(): Promise<void> {
  localStorage.removeItem(renewing)
  await (await ownSubscription())?.unsubscribe()
}
