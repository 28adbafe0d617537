import { randomUUID } from 'node:crypto'
import type { CallOutput } from '@eupnea/contract/call.ts'
import type { tryWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { hastenDeliveries, postWebhook } from '../outbox/index.ts'
import { withCtx } from '../platform/context.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { VerbApart } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { secretsOf } from './secrets.ts'
import { webhooks } from './webhook-kind.ts'

type Answer = CallOutput<typeof declaration>

/**
 * Posts a message of its own type and says what was answered (AN-12), also of a disabled webhook. What waits for the
 * receiver follows when it accepts. @throws 404
 */
export const tryWebhook =
  (sealer: Sealer, outgoing: Outgoing): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const row = await withCtx(origin, (ctx) => webhooks.of(ctx, input.id))
    const body = JSON.stringify({
      type: 'webhook.test',
      timestamp: Temporal.Now.instant().toString(),
      data: { webhook_id: row.id, clinic_id: row.clinic_id },
    })
    const receiver = { url: row.url, mayBePrivate: row.may_be_private, secrets: secretsOf(sealer, row) }
    const answer = await post(outgoing, receiver, body)
    return withCtx(origin, async (ctx) => {
      if (answer.accepted) await hastenDeliveries(ctx, row.id)
      await webhooks.record(ctx, 'try', row, { status: answer.status })
      return answer
    })
  }

async function post(outgoing: Outgoing, receiver: Parameters<typeof postWebhook>[1], body: string): Promise<Answer> {
  try {
    const { status, text } = await postWebhook(outgoing, receiver, { id: randomUUID(), body })
    return { accepted: status >= 200 && status < 300, status, answer: text }
  } catch (error) {
    if (error instanceof GatewayError) return { accepted: false, status: null, answer: error.message }
    throw error
  }
}
