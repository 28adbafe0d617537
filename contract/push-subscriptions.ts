import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, noAnswer, text } from './fields.ts'

/** Browsers that tell a person of notifications by Web Push (AN-3; RFC 8030, 8291, 8292). */

/** Most browsers that one person may have. */
export const mostSubscriptions = 20

const pushSubscription = z.object({
  id: z.string(),
  /** the address at its push service, by which a browser knows itself */
  endpoint: z.string(),
  user_agent: z.string().nullable(),
  created_at: instant,
  /** when the push service last accepted a message */
  last_success_at: instant.nullable(),
  /** since when its push service refuses the portal; null: as far as is known, it doesn't */
  refused_at: instant.nullable(),
})
export type PushSubscription = z.output<typeof pushSubscription>

const endpoint = line(1_000, 1)

export const readPushKey = call({
  name: 'readPushKey',
  method: 'GET',
  path: '/push-subscriptions/key',
  access: access.staff,
  summary: m.push_subscription_read_key_call(),
  input: z.object({}),
  /** the portal's public key as base64url (RFC 8292) */
  output: z.object({ key: z.string() }),
})

export const listPushSubscriptions = call({
  name: 'listPushSubscriptions',
  method: 'GET',
  path: '/push-subscriptions',
  access: access.staff,
  summary: m.push_subscription_list_call(),
  input: z.object({}),
  output: z.object({ items: z.array(pushSubscription) }),
})

export const createPushSubscription = call({
  name: 'createPushSubscription',
  method: 'POST',
  path: '/push-subscriptions',
  access: access.staff,
  summary: m.push_subscription_create_call(),
  /** as the browser's PushSubscription gives them; keys as base64url */
  input: z.object({
    ...{ endpoint, p256dh: line(100, 1), auth: line(40, 1) },
    /** the address that the same browser had before, which ends */
    replaces: endpoint.optional(),
  }),
  output: pushSubscription,
})

export const keepPushSubscription = call({
  name: 'keepPushSubscription',
  method: 'POST',
  path: '/push-subscriptions/keep',
  // A member who signs in where staff did ends their pushes.
  access: access.signedIn,
  summary: m.push_subscription_keep_call(),
  input: z.object({ endpoint }),
  /** false: it isn't the caller's; somebody else's has ended */
  output: z.object({ is_own: z.boolean() }),
})

export const removePushSubscription = call({
  name: 'removePushSubscription',
  method: 'DELETE',
  path: '/push-subscriptions/{id}',
  access: access.staff,
  summary: m.push_subscription_remove_call(),
  input: z.object({ id }),
  output: noAnswer,
})

export const tryPushSubscription = call({
  name: 'tryPushSubscription',
  method: 'POST',
  path: '/push-subscriptions/{id}/test',
  access: access.staff,
  summary: m.push_subscription_test_call(),
  input: z.object({ id }),
  output: noAnswer,
})

export const acknowledgeByPush = call({
  name: 'acknowledgeByPush',
  method: 'POST',
  path: '/push-subscriptions/acknowledge',
  access: access.public,
  summary: m.push_subscription_acknowledge_call(),
  /** from the push: it proves who acknowledges */
  input: z.object({ token: text(64, 1) }),
  output: noAnswer,
})

export const pushSubscriptionCalls = [
  readPushKey,
  listPushSubscriptions,
  createPushSubscription,
  keepPushSubscription,
  removePushSubscription,
  tryPushSubscription,
  acknowledgeByPush,
]
