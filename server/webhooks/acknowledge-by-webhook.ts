import type { acknowledgeByWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { Webhook } from 'standardwebhooks'
import { acknowledgeFor } from '../notifications/index.ts'
import { selectDeliveryByToken, useDelivery } from '../outbox/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { conflict, notFound, PortalError } from '../platform/errors.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { hashToken } from '../sessions/index.ts'
import { secretsOf } from './secrets.ts'
import { hostOf, webhooks } from './webhook-kind.ts'
import type { WebhookRow } from './webhooks.sql.ts'

type Delivery = NonNullable<Awaited<ReturnType<typeof selectDeliveryByToken>>>

/**
 * The receiver of a webhook takes over a notification (AN-12), once per address, with its host as its name.
 * @throws 403 when it isn't signed with the webhook's secret, 404, 409 when the address was used, somebody was first, or
 * the notification became worse, 429 after too many guesses
 */
export function acknowledgeByWebhook(sealer: Sealer): VerbApart<typeof declaration> {
  const limit = limitCalls(m.common_too_many_attempts())
  return async ({ origin, input }) => {
    const found = await withCtx({ ...origin, actor: { type: 'job', name: 'webhook' } }, async (ctx) => {
      const delivery = await selectDeliveryByToken(ctx, hashToken(input.token))
      const webhook = delivery && (await webhooks.find(ctx, delivery.webhook_id))
      return delivery && webhook && webhook.disabled_at === null ? { delivery, webhook } : null
    })
    if (!found || !secretsOf(sealer, found.webhook).some((secret) => isSigned(secret, origin))) {
      limit(origin.address ?? null)
      throw found ? new PortalError(403, 'signature_refused', m.webhook_signature_refused()) : notFound('notification')
    }
    const { clinic_id, webhook_id } = found.delivery
    const actor = { type: 'link', id: webhook_id, clinicIds: [clinic_id] } as const
    await withCtx({ ...origin, actor }, (ctx) => acknowledge(ctx, found.delivery, found.webhook))
    return {}
  }
}

async function acknowledge(ctx: Ctx, { id, notification_id, severity }: Delivery, webhook: WebhookRow): Promise<void> {
  const by = { id: webhook.id, name: hostOf(webhook) }
  if (!(await useDelivery(ctx, id, by))) throw conflict('address_used', m.webhook_address_used())
  const outcome = await acknowledgeFor(ctx, {
    ...{ id: notification_id, severity: severity!, by },
    detail: { webhook_id: webhook.id },
  })
  if (outcome === 'unknown') throw notFound('notification')
  if (outcome === 'worse') throw conflict('notification_worse', m.webhook_notification_worse())
  if (outcome === 'taken') throw conflict('already_acknowledged', m.webhook_acknowledged_already())
}

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function isSigned(secret: string, { header, body = '' }: CtxOrigin): boolean {
  const headers = Object.fromEntries(signatureHeaders.map((name) => [name, header?.(name) ?? '']))
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}
