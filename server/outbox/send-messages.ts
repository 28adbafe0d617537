import { m } from '@eupnea/texts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import type { Mailer } from '../platform/mail.ts'
import type { SmsGateway } from '../platform/sms.ts'
import { dropAttachment, readAttachment } from './attachment.ts'
import { noteGatewayFailure, noteGatewaySuccess, pauseGateway } from './gateways.sql.ts'
import { hastenNotices } from './notices.sql.ts'
import {
  holdMessage,
  isOlderThan,
  type Lane,
  type MessageRow,
  markFailed,
  markKept,
  markSent,
  putBack,
  secondsToNextMessage,
  takeDueMessages,
} from './outbox.sql.ts'
import type { Limits } from './plan-notices.ts'
import { takeNotices } from './take-notices.ts'

export interface Gateways {
  /** null: mails are only kept for reading in the portal */
  readonly mail: Mailer | null
  readonly sms: SmsGateway | null
  /** store of attachments; absent: no mail has one */
  readonly files?: FileStore
}

export interface OutboxOptions {
  /** limits of notices per receiver */
  readonly limits: Limits
  /** where a gateway reports a message's delivery; null: nowhere */
  statusUrl(messageId: string): string | null
  /** how long to wait for messages being sent when the portal stops, ms: a mail server may take minutes for one mail */
  readonly stopPatienceMs?: number
}

export interface TakenMessage {
  readonly message: MessageRow
  /** this message probes whether the gateway is back */
  readonly isProbe: boolean
}

/** Lanes, each with the number of messages it sends at a time. */
export const lanes: readonly (Lane & { readonly atOnce: number })[] = [
  { kind: 'mail', isNotice: false, atOnce: 4 },
  { kind: 'mail', isNotice: true, atOnce: 2 },
  { kind: 'sms', isNotice: false, atOnce: 8 },
  { kind: 'sms', isNotice: true, atOnce: 64 },
]

/** How long a message being sent is leased, renewed while sending; a dead node's messages are taken by another. */
const leaseSeconds = 60
const giveUpAfterHours = 24
const longestWaitSeconds = 300
/** Longest time between probes of a failing gateway. */
const longestProbeSeconds = 30
/** How long to pause for a gateway that asks for it: when it doesn't say, and at most. */
const pauseSeconds = { unsaid: 30, most: 3_600 }

/**
 * Takes due messages of a lane. A message may go out twice if the portal dies between the gateway's answer and the
 * commit; its id is sent along so that a gateway can tell.
 */
export async function takeMessages(
  origin: CtxOrigin,
  gateways: Gateways,
  { limits }: OutboxOptions,
  { kind, isNotice }: Lane,
  most: number,
): Promise<TakenMessage[]> {
  const { rows, isProbe } = await withCtx(origin, async (ctx) => {
    if (!gateways[kind]) {
      await markKept(ctx, kind)
      return { rows: [], isProbe: false }
    }
    if (isNotice) return takeNotices(ctx, kind, { most, leaseSeconds, limits })
    return { rows: await takeDueMessages(ctx, kind, { most, leaseSeconds }), isProbe: false }
  })
  return rows.map((message) => ({ message, isProbe }))
}

export const untilNextMessage = (origin: CtxOrigin, lane: Lane): Promise<number | null> =>
  withCtx(origin, (ctx) => secondsToNextMessage(ctx, lane))

/** Gives a message to its gateway and records the answer. */
export async function sendMessage(
  origin: CtxOrigin,
  gateways: Gateways,
  options: OutboxOptions,
  { message, isProbe }: TakenMessage,
): Promise<void> {
  const { id, kind, recipient: to, subject, body, expires_at } = message
  if (expires_at && Temporal.Instant.compare(expires_at, Temporal.Now.instant()) < 0)
    return withCtx(origin, (ctx) => markFailed(ctx, id, m.outbox_expired()))
  const holding = holdWhileSending(origin, id)
  try {
    const content = { id, to, subject, text: body ?? '' }
    if (kind === 'mail') {
      const attachment = await readAttachment(origin, gateways.files, message)
      await gateways.mail?.send({ ...content, ...(attachment && { attachment }) })
    } else await gateways.sms?.send({ ...content, statusUrl: options.statusUrl(id) })
  } catch (error) {
    return recordFailure(origin, message, asGatewayError(error))
  } finally {
    clearInterval(holding)
  }
  await withCtx(origin, async (ctx) => {
    await markSent(ctx, id)
    await dropAttachment(ctx, message)
    if (isProbe) await noteAnswer(ctx, message.kind as Lane['kind'])
  })
}

/** Renews the lease: a mail server may take minutes, longer than a dead node's message should wait. */
const holdWhileSending = (origin: CtxOrigin, id: string): NodeJS.Timeout =>
  setInterval(
    () => {
      withCtx(origin, (ctx) => holdMessage(ctx, id, leaseSeconds)).catch((error) =>
        origin.log.warn({ reason: (error as Error).message }, 'outbox: lease of a message not renewed'),
      )
    },
    (leaseSeconds / 3) * 1_000,
  )

async function noteAnswer(ctx: Ctx, kind: Lane['kind']): Promise<void> {
  if (await noteGatewaySuccess(ctx, kind)) await hastenNotices(ctx, kind)
}

async function recordFailure(origin: CtxOrigin, message: MessageRow, error: GatewayError): Promise<void> {
  const { id, attempts, created_at, notice } = message
  const kind = message.kind as Lane['kind']
  const { message: failure, isFinal, isBusy, isUnclear } = error
  origin.log.warn({ message_id: id, kind, attempts }, 'a message was not taken by its gateway')
  await withCtx(origin, async (ctx) => {
    if (notice && isFinal) await noteAnswer(ctx, kind)
    if (notice && !isFinal) await noteGatewayFailure(ctx, kind, message.taken_at ?? created_at, longestProbeSeconds)
    if (isFinal || (await isOlderThan(ctx, id, giveUpAfterHours))) return markFailed(ctx, id, failure)
    const asked = (error.retryAfterMs ?? 0) / 1_000
    // Everything pauses as long as the gateway asks, not just this message.
    if (isBusy) await pauseGateway(ctx, kind, Math.min(asked || pauseSeconds.unsaid, pauseSeconds.most))
    // Random, so that they don't all retry at the same time.
    const backoff = Math.min(5 * 2 ** Math.min(attempts - 1, 10), longestWaitSeconds) * (0.75 + Math.random() / 2)
    const seconds = Math.max(isBusy ? 0 : backoff, Math.min(asked, pauseSeconds.most))
    await putBack(ctx, id, { failure, seconds, isUnclear })
  })
}

const asGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError((error as Error).message, { isUnclear: true })
