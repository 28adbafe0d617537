import type { CallOutput } from '@eupnea/contract/call.ts'
import type { receiveReceipt as declaration } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { notFound, PortalError } from '../platform/errors.ts'
import { isSignedByGateway, messageOfToken, receiptUrl } from './receipt-token.ts'
import { storeDelivery } from './receipts.sql.ts'

export interface ReceiptSettings {
  /** signs the addresses of receipts */
  readonly secret: string
  /** the gateway signs with this; undefined: it doesn't sign */
  readonly gatewayToken: string | undefined
  /** the portal's address, which the gateway includes in its signature */
  readonly baseUrl: string
}

interface Given {
  readonly origin: CtxOrigin
  readonly input: { readonly token: string } & Readonly<Record<string, unknown>>
}

const states: Readonly<Record<string, 'sent' | 'delivered' | 'undelivered' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
}

/** Stores a delivery state reported by an SMS gateway (AL-6). @throws 403 when it isn't from the gateway, 404 */
export const receiveReceipt =
  ({ secret, gatewayToken, baseUrl }: ReceiptSettings) =>
  async ({ origin, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const { token, ...rest } = input
    const messageId = messageOfToken(secret, token)
    if (!messageId) throw notFound('message')
    const form: Record<string, string> = {}
    for (const [name, value] of Object.entries(rest)) if (typeof value === 'string') form[name] = value
    const signature = origin.header?.('x-twilio-signature') ?? ''
    if (gatewayToken && !isSignedByGateway(gatewayToken, receiptUrl(baseUrl, token), form, signature))
      throw new PortalError(403, 'signature_refused', m.outbox_signature_refused())
    const state = states[form.MessageStatus ?? '']
    // Intermediate states add nothing new.
    if (!state) return {}
    const isKnown = await withCtx({ ...origin, actor: { type: 'job', name: 'receipt' } }, (ctx) =>
      storeDelivery(ctx, messageId, state),
    )
    if (!isKnown) throw notFound('message')
    return {}
  }
