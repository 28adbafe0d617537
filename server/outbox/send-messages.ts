import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import type { Mailer } from '../platform/mail.ts'
import type { SmsGateway } from '../platform/sms.ts'
import { dropAttachment, readAttachment } from './attachment.ts'
import {
  type MessageRow,
  markFailed,
  markKept,
  markSent,
  putBack,
  secondsToNextMessage,
  takeDueMessage,
} from './outbox.sql.ts'

export interface Gateways {
  /** null: mails are kept to be read in the portal */
  readonly mail: Mailer | null
  readonly sms: SmsGateway | null
  /** where attachments are kept; absent: no mail has one */
  readonly files?: FileStore
}

/** Longer than any gateway is waited for. */
const leaseSeconds = 120
/** Together with the waits below: some twelve hours. */
const mostAttempts = 20
const longestWaitSeconds = 3_600

/**
 * Sends every message that is due, one after the other. A message may go out twice when the portal dies between the
 * gateway's yes and the commit; its id travels with it, so that a gateway can tell.
 * @returns seconds until the next one is due; null when none waits
 */
export async function sendMessages(origin: CtxOrigin, gateways: Gateways): Promise<number | null> {
  for (;;) {
    const message = await withCtx(origin, (ctx) => takeDueMessage(ctx, leaseSeconds))
    if (!message) return withCtx(origin, secondsToNextMessage)
    await sendOne(origin, gateways, message)
  }
}

async function sendOne(origin: CtxOrigin, gateways: Gateways, message: MessageRow): Promise<void> {
  const { id, kind, recipient: to, subject, body, attempts, expires_at } = message
  const gateway = kind === 'mail' ? gateways.mail : gateways.sms
  if (!gateway) return withCtx(origin, (ctx) => markKept(ctx, id))
  if (expires_at && Temporal.Instant.compare(expires_at, Temporal.Now.instant()) < 0)
    return withCtx(origin, (ctx) => markFailed(ctx, id, 'Expired before it could be sent'))
  const content = { id, to, subject, text: body ?? '' }
  try {
    const attachment = await readAttachment(origin, gateways.files, message)
    await gateway.send({ ...content, ...(attachment && { attachment }) })
  } catch (error) {
    const { message: failure, isFinal, retryAfterMs } = asGatewayError(error)
    origin.log.warn({ message_id: id, kind, attempts }, 'a message was not taken by its gateway')
    if (isFinal || attempts >= mostAttempts) return withCtx(origin, (ctx) => markFailed(ctx, id, failure))
    const wait = Math.max(5 * 2 ** (attempts - 1), (retryAfterMs ?? 0) / 1_000)
    return withCtx(origin, (ctx) => putBack(ctx, id, failure, Math.min(wait, longestWaitSeconds)))
  }
  await withCtx(origin, async (ctx) => {
    await markSent(ctx, id)
    await dropAttachment(ctx, message)
  })
}

const asGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError((error as Error).message, false)
