import { m } from '@eupnea/texts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import { createGather } from '../platform/gather.ts'
import { isBefore } from '../platform/period.ts'
import { dropAttachment } from './attachment.ts'
import {
  type Accepted,
  countUnclear,
  endAttempt,
  endAttempts,
  insertAttempts,
  secondsSinceUnclear,
} from './attempts.sql.ts'
import { bringBackMessages } from './bring-back.sql.ts'
import type { Channel } from './channels/channel.ts'
import { noteGatewayFailure, noteGatewaySuccess, pauseGateway } from './gateways.sql.ts'
import { hastenNotices } from './notices.sql.ts'
import {
  type ChannelName,
  type DeliveryRow,
  holdMessage,
  isOlderThan,
  type Lane,
  markFailed,
  markKept,
  markSent,
  putBack,
  secondsToNextMessage,
  takeDueMessages,
} from './outbox.sql.ts'
import type { Limits } from './plan-notices.ts'
import { takeNotices } from './take-notices.ts'

/** A mail or SMS channel that is absent has no gateway: its deliveries are only kept for reading in the portal. */
export type Channels = Partial<Readonly<Record<ChannelName, Channel>>>

export interface OutboxOptions {
  /** limits of notices per receiver */
  readonly limits: Limits
  /** how long to wait for messages being sent when the portal stops, ms: a mail server may take minutes for one mail */
  readonly stopPatienceMs?: number
  /** how long a message holds back others of its lane while its gateway doesn't answer, ms */
  readonly slowMs?: number
}

export interface TakenMessage {
  readonly message: DeliveryRow
  /** this message probes whether the gateway is back */
  readonly isProbe: boolean
  /** when, at the latest, this node may begin to send it, ms by its own clock */
  readonly sendBy: number
}

/** Lanes, each with the number of messages it sends at a time. */
export const lanes: readonly (Lane & { readonly atOnce: number })[] = [
  { channel: 'mail', isNotice: false, atOnce: 4 },
  { channel: 'mail', isNotice: true, atOnce: 2 },
  { channel: 'sms', isNotice: false, atOnce: 8 },
  { channel: 'sms', isNotice: true, atOnce: 80 },
  { channel: 'push', isNotice: false, atOnce: 64 },
  { channel: 'webhook', isNotice: false, atOnce: 64 },
  { channel: 'nurse-call', isNotice: false, atOnce: 16 },
]

/** How long a message being sent is leased, renewed while sending; a dead node's messages are taken by another. */
const leaseSeconds = 60
/** How soon a gateway lists what it has accepted, and how often it is asked. */
const listedWithinSeconds = 60
const lookAgainSeconds = 10
const giveUpAfterHours = 24
const longestWaitSeconds = 300
/**
 * How often a mail or SMS goes out that may have arrived, if its gateway can't be asked. Each wait is four times as long as
 * the one before; the last is nearly six hours, of a notice five minutes. Hearing something a few times is better than
 * not hearing it, but staff must know soon whether they can rely on it.
 */
const mostUnanswered = 8
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
  channels: Channels,
  { limits }: OutboxOptions,
  { channel, isNotice }: Lane,
  most: number,
): Promise<TakenMessage[]> {
  const sendBy = Date.now() + leaseSeconds * 1_000
  const { rows, isProbe } = await withCtx(origin, async (ctx) => {
    if (!channels[channel]) {
      await markKept(ctx, channel)
      return { rows: [], isProbe: false }
    }
    const taken = isNotice
      ? await takeNotices(ctx, channel, { most, leaseSeconds, limits })
      : { rows: await takeDueMessages(ctx, channel, { most, leaseSeconds }), isProbe: false }
    await insertAttempts(ctx, taken.rows)
    return taken
  })
  return rows.map((message) => ({ message, isProbe, sendBy }))
}

export const untilNextMessage = (origin: CtxOrigin, lane: Lane): Promise<number | null> =>
  withCtx(origin, async (ctx) => {
    await bringBackMessages(ctx, lane.channel, leaseSeconds)
    return secondsToNextMessage(ctx, lane)
  })

/** Records what gateways have accepted: what comes while one transaction runs shares the next. */
export function createAcceptance(origin: CtxOrigin): (accepted: Accepted & TakenMessage) => Promise<void> {
  const record = createGather<Accepted & TakenMessage, void>(async (accepted) => {
    await withCtx(origin, async (ctx) => {
      await endAttempts(ctx, accepted)
      await markSent(
        ctx,
        accepted.map(({ message }) => message.id),
      )
      for (const { message } of accepted) await dropAttachment(ctx, message)
      const probed = new Set(accepted.flatMap(({ message, isProbe }) => (isProbe ? message.channel : [])))
      for (const channel of probed) await noteAnswer(ctx, channel as ChannelName)
    })
    return new Map()
  })
  return async (accepted) => {
    await record(accepted)
  }
}

/** Gives a message to its gateway and records the answer. */
export async function sendMessage(
  origin: CtxOrigin,
  channels: Channels,
  taken: TakenMessage,
  accept: ReturnType<typeof createAcceptance>,
): Promise<void> {
  // This node stood still for so long that the lease is over; another may have sent it.
  if (Date.now() > taken.sendBy) return
  const { message } = taken
  const { id, taken_at, expires_at } = message
  const channel = message.channel as ChannelName
  // Both by the database's clock: this node's may be ahead.
  if (expires_at && isBefore(expires_at, taken_at!))
    return withCtx(origin, (ctx) => markFailed(ctx, message, m.outbox_expired()))
  const holding = holdWhileSending(origin, id)
  let isThere: boolean | undefined
  let isGiven = false
  try {
    if (message.is_unclear) isThere = await channels[channel]?.has?.(message)
    if (isThere === false && (await isTooSoon(origin, message))) return
    isGiven = !isThere
    if (isGiven) await channels[channel]?.send(message)
  } catch (error) {
    return recordFailure(origin, message, asGatewayError(error), { isGiven, isListed: isThere !== undefined })
  } finally {
    clearInterval(holding)
  }
  await accept({ ...taken, outcome: isThere ? 'found' : 'accepted' })
}

/** A gateway may list a little later what it has accepted: it is asked again before anything is sent twice (AN-13). */
const isTooSoon = (origin: CtxOrigin, message: DeliveryRow): Promise<boolean> =>
  withCtx(origin, async (ctx) => {
    if ((await secondsSinceUnclear(ctx, message)) >= listedWithinSeconds) return false
    await endAttempt(ctx, message, 'absent')
    await putBack(ctx, message, { failure: message.failure, seconds: lookAgainSeconds, isUnclear: true })
    return true
  })

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

async function noteAnswer(ctx: Ctx, channel: ChannelName): Promise<void> {
  if (await noteGatewaySuccess(ctx, channel)) await hastenNotices(ctx, channel)
}

/** @param isGiven false: the gateway was only asked about it  @param isListed the gateway said whether it has it */
async function recordFailure(
  origin: CtxOrigin,
  message: DeliveryRow,
  error: GatewayError,
  { isGiven, isListed }: { readonly isGiven: boolean; readonly isListed: boolean },
): Promise<void> {
  const { id, attempts, created_at, notice } = message
  const channel = message.channel as ChannelName
  const { message: failure, isFinal, isBusy } = error
  const isUnclear = error.isUnclear && isGiven
  origin.log.warn(
    { message_id: id, channel, attempts, reason: reasonToLog(message, failure) },
    'a message was not taken by its gateway',
  )
  await withCtx(origin, async (ctx) => {
    await endAttempt(ctx, message, isUnclear ? 'unclear' : 'refused', failure)
    if (notice && isFinal) await noteAnswer(ctx, channel)
    if (notice && !isFinal) await noteGatewayFailure(ctx, channel, message.taken_at ?? created_at, longestProbeSeconds)
    if (isFinal || (await isOlderThan(ctx, id, giveUpAfterHours))) return markFailed(ctx, message, failure)
    // Other systems recognise an event by its id, and a push replaces the one before: only mails and SMS arrive again.
    const count = isUnclear && !isListed && hasOneGateway(channel) ? await countUnclear(ctx, message) : 0
    if (count >= mostUnanswered) return markFailed(ctx, message, m.outbox_unanswered({ count, failure }))
    const asked = (error.retryAfterMs ?? 0) / 1_000
    // Everything pauses as long as the gateway asks, not just this message.
    if (isBusy && hasOneGateway(channel))
      await pauseGateway(ctx, channel, Math.min(asked || pauseSeconds.unsaid, pauseSeconds.most))
    // Random, so that they don't all retry at the same time.
    const wait = count > 0 ? 5 * 4 ** (count - 1) : 5 * 2 ** Math.min(attempts - 1, 10)
    const longest = count > 0 && !notice ? Number.POSITIVE_INFINITY : longestWaitSeconds
    const backoff = Math.min(wait, longest) * (0.75 + Math.random() / 2)
    const seconds = Math.max(isBusy && hasOneGateway(channel) ? 0 : backoff, Math.min(asked, pauseSeconds.most))
    await putBack(ctx, message, { failure, seconds, isUnclear })
  })
}

/** Leaves out the receiver, and all of an answer but its code: what follows may repeat the message. */
const reasonToLog = ({ recipient }: DeliveryRow, failure: string): string =>
  /^(?:\d{3}|[A-Z]{2})(?= |$)/.exec(failure)?.[0] ?? failure.replaceAll(recipient, '…')

/** Each receiver of pushes, and each other system, has its own. */
const hasOneGateway = (channel: ChannelName): boolean => channel === 'mail' || channel === 'sms'

const asGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError((error as Error).message, { isUnclear: true })
