import * as calls from '@eupnea/contract/push-subscriptions.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import type { Sessions } from '../sessions/index.ts'
import { acknowledgeByPush, type NotificationVerbs } from './acknowledge-by-push.ts'
import { createPushSubscription } from './create-push-subscription.ts'
import { keepPushSubscription } from './keep-push-subscription.ts'
import { listPushSubscriptions } from './list-push-subscriptions.ts'
import { readPushKey } from './read-push-key.ts'
import { removePushSubscription } from './remove-push-subscription.ts'
import { tryPushSubscription } from './try-push-subscription.ts'

export interface PushSettings {
  /** public, base64url */
  readonly key: string
  readonly baseUrl: () => string
}

export const pushSubscriptionRoutes = (
  { key, baseUrl }: PushSettings,
  sessions: Pick<Sessions, 'actorOfUser'>,
  notifications: NotificationVerbs,
): readonly Route[] => [
  route(calls.readPushKey, readPushKey(key)),
  ...runAs(
    'work',
    route(calls.listPushSubscriptions, listPushSubscriptions),
    route(calls.createPushSubscription, createPushSubscription, 201),
    route(calls.keepPushSubscription, keepPushSubscription),
    route(calls.removePushSubscription, removePushSubscription),
    route(calls.tryPushSubscription, tryPushSubscription(baseUrl)),
    routeApart(calls.acknowledgeByPush, acknowledgeByPush(sessions, notifications)),
  ),
]
