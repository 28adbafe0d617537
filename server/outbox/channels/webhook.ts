import { m } from '@eupnea/texts'
import type { CtxOrigin } from '../../platform/context.ts'
import { GatewayError } from '../../platform/gateway-error.ts'
import type { Outgoing } from '../../platform/outgoing.ts'
import { goOnWith } from '../hasten-deliveries.ts'
import { postWebhook, type Receiver } from '../post-webhook.ts'
import type { Channel } from './channel.ts'

/** What the channel asks of the webhooks. */
export interface Receivers {
  /** @returns null when nothing is sent to it any more */
  of(webhookId: string): Promise<Receiver | null>
  /** the receiver said that it wants nothing more */
  gone(webhookId: string): Promise<void>
}

const gone = 410

/** Other systems (AN-12): 2xx accepts, 410 ends the webhook, anything else is tried again. */
export function webhookChannel(
  origin: CtxOrigin,
  receivers: Receivers,
  outgoing: Outgoing,
  patienceMs?: number,
): Channel {
  const closing = new AbortController()
  return {
    async send({ id, recipient, body, attempts }) {
      const receiver = await receivers.of(recipient)
      if (!receiver) throw new GatewayError(m.webhook_disabled(), { isFinal: true })
      const answer = await postWebhook(outgoing, receiver, {
        id,
        body: body ?? '',
        signal: closing.signal,
        ...(patienceMs !== undefined && { patienceMs }),
      })
      const { status, text, retryAfterMs } = answer
      if (status >= 200 && status < 300) return attempts > 1 ? goOnWith(origin, recipient) : undefined
      if (status === gone) await receivers.gone(recipient)
      throw new GatewayError(`${status} ${text}`.trim(), {
        isFinal: status === gone,
        // It may have failed after accepting.
        isUnclear: status >= 500,
        isBusy: retryAfterMs !== undefined,
        retryAfterMs,
      })
    },
    close: () => closing.abort(),
  }
}
