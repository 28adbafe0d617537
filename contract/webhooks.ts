import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, listOf, noAnswer, paging, schemaOf } from './fields.ts'
import { notificationKinds } from './notification-kinds.ts'
import { kindsInput, receiver, receiverDelivery, receiverTypes } from './receivers.ts'
import { webhookFields } from './webhooks.fields.ts'

/** Webhooks: other systems hear of a clinic's notifications and acknowledge them (AN-12, Standard Webhooks 1.0). */

/** What is posted; names nobody. A test has another type and no notification. */
export const webhookMessage = z.object({
  type: z.enum(receiverTypes),
  /** when it came to be */
  timestamp: instant,
  data: z.object({
    id: z.string(),
    clinic_id: z.string(),
    kind: z.enum(notificationKinds),
    severity: z.enum(['warning', 'danger']),
    room: z.string().nullable(),
    floor: z.string().nullable(),
    raised_at: instant,
    ended_at: instant.nullable(),
    /** takes one POST that is signed likewise, with the same secret */
    acknowledge_url: z.string(),
  }),
})
export type WebhookMessage = z.output<typeof webhookMessage>

const webhook = receiver.extend({
  url: z.string(),
  active: z.boolean(),
  disabled_at: instant.nullable(),
  /** gone: its receiver answered 410 */
  disabled_because: z.enum(['person', 'gone']).nullable(),
  /** until when the secret before the last rotation still signs */
  former_until: instant.nullable(),
})
export type Webhook = z.output<typeof webhook>

/** With its secret, `whsec_…`, which is shown this once. */
const webhookWithSecret = webhook.extend({ secret: z.string() })

export const listWebhooks = call({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  access: access.admin,
  summary: m.webhook_list_call(),
  input: z.object({ clinic_id: id, ...paging }),
  output: listOf(webhook),
})

export const createWebhook = call({
  name: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  access: access.admin,
  fresh: true,
  summary: m.webhook_create_call(),
  input: z.object({
    clinic_id: id,
    url: schemaOf(webhookFields.url),
    kinds: kindsInput,
  }),
  output: webhookWithSecret,
})

export const tryWebhook = call({
  name: 'tryWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  access: access.admin,
  summary: m.webhook_try_call(),
  input: z.object({ id }),
  output: z.object({
    accepted: z.boolean(),
    /** of HTTP; null: there was no answer */
    status: z.number().nullable(),
    /** how the receiver's answer begins, or the error if there was none */
    answer: z.string(),
  }),
})

export const rotateWebhookSecret = call({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate',
  access: access.admin,
  fresh: true,
  summary: m.webhook_rotate_call(),
  input: z.object({ id }),
  output: webhookWithSecret,
})

export const enableWebhook = call({
  name: 'enableWebhook',
  method: 'POST',
  path: '/webhooks/{id}/enable',
  access: access.admin,
  summary: m.webhook_enable_call(),
  input: z.object({ id }),
  output: webhook,
})

export const disableWebhook = call({
  name: 'disableWebhook',
  method: 'POST',
  path: '/webhooks/{id}/disable',
  access: access.admin,
  summary: m.webhook_disable_call(),
  input: z.object({ id }),
  output: webhook,
})

export const deleteWebhook = call({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  access: access.admin,
  summary: m.webhook_delete_call(),
  input: z.object({ id }),
  output: noAnswer,
})

export const listWebhookDeliveries = call({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  access: access.admin,
  summary: m.webhook_list_deliveries_call(),
  input: z.object({ id, ...paging }),
  output: listOf(receiverDelivery),
})

/** Public, because a receiver has no session: the token is of one delivery, and the call is signed with its secret. */
export const acknowledgeByWebhook = call({
  name: 'acknowledgeByWebhook',
  method: 'POST',
  path: '/webhooks/acknowledge/{token}',
  access: access.public,
  summary: m.webhook_acknowledge_call(),
  input: z.object({ token: id }),
  output: noAnswer,
  carries: 'signed',
})

export const webhookCalls = [
  listWebhooks,
  createWebhook,
  tryWebhook,
  rotateWebhookSecret,
  enableWebhook,
  disableWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  acknowledgeByWebhook,
]
