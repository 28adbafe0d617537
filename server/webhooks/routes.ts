import * as calls from '@eupnea/contract/webhooks.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { acknowledgeByWebhook } from './acknowledge-by-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { disableWebhook } from './disable-webhook.ts'
import { enableWebhook } from './enable-webhook.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { tryWebhook } from './try-webhook.ts'

/** @param sealer keeps their secrets */
export const webhookRoutes = (sealer: Sealer, outgoing: Outgoing): readonly Route[] =>
  runAs(
    'work',
    route(calls.listWebhooks, listWebhooks),
    routeApart(calls.createWebhook, createWebhook(sealer, outgoing), 201),
    routeApart(calls.tryWebhook, tryWebhook(sealer, outgoing)),
    route(calls.rotateWebhookSecret, rotateWebhookSecret(sealer)),
    route(calls.enableWebhook, enableWebhook),
    route(calls.disableWebhook, disableWebhook),
    route(calls.deleteWebhook, deleteWebhook),
    route(calls.listWebhookDeliveries, listWebhookDeliveries),
    routeApart(calls.acknowledgeByWebhook, acknowledgeByWebhook(sealer)),
  )
