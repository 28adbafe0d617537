import { setTimeout as sleep } from 'node:timers/promises'
import type { CtxOrigin } from '../platform/context.ts'
import type { EventListener } from '../platform/events.ts'
import { type Doing, keepDoing } from '../platform/keep-doing.ts'
import type { Lane } from './outbox.sql.ts'
import {
  type Channels,
  createAcceptance,
  lanes,
  type OutboxOptions,
  sendMessage,
  type TakenMessage,
  takeMessages,
  untilNextMessage,
} from './send-messages.ts'

/** Longest sleep, however late the next message is due, because an event may have been lost with a connection. */
const longestSleepMs = 60_000
/** Waits briefly so that messages finishing together are followed by messages taken together. */
const gatherMs = 10
/** A mail server may take minutes for one mail, or never answer: after so long, others no longer wait for it. */
const slowMs = 30_000
/** How many may wait for such an answer, for each that is being sent at a time. */
const slowForEach = 3
const withoutLimits: OutboxOptions = { limits: { burst: 3, perMinute: 1 } }

/**
 * Sends messages as they are queued and fall due.
 * @returns a function that stops: it waits a little for messages being sent and puts back mails that take longer
 */
export function startOutbox(
  origin: CtxOrigin,
  channels: Channels,
  events: EventListener,
  options: OutboxOptions = withoutLimits,
): () => Promise<void> {
  const accept = createAcceptance(origin)
  const send = (message: TakenMessage) => sendMessage(origin, channels, message, accept)
  const running = lanes.map((lane) => runLane(origin, channels, options, lane, send))
  const wake = () => {
    for (const lane of running) lane.wake()
  }
  events.on((event) => {
    if (event.type === 'message_queued') wake()
  })
  events.onResume(wake)
  return async () => {
    const ended = Promise.all(running.map((lane) => lane.stop()))
    await Promise.race([ended, sleep(options.stopPatienceMs ?? 5_000, undefined, { ref: false })])
    for (const channel of Object.values(channels)) channel.close?.()
    await ended
  }
}

function runLane(
  origin: CtxOrigin,
  channels: Channels,
  options: OutboxOptions,
  lane: Lane & { readonly atOnce: number },
  send: (message: TakenMessage) => Promise<void>,
): Doing {
  /** with the time at which each was begun, ms */
  const onTheirWay = new Map<Promise<void>, number>()
  const slowAfterMs = options.slowMs ?? slowMs

  /** @returns how long there is nothing to do, ms */
  async function takeSome(): Promise<number> {
    const oldest = performance.now() - slowAfterMs
    const quick = [...onTheirWay.values()].filter((since) => since > oldest)
    const most = Math.min(lane.atOnce - quick.length, lane.atOnce * (1 + slowForEach) - onTheirWay.size)
    if (most <= 0) return Math.min(...quick.map((since) => since - oldest), longestSleepMs)
    const taken = await takeMessages(origin, channels, options, lane, most)
    for (const message of taken) {
      const sending = send(message)
        // Its lease expires and it is tried again.
        .catch((error) => origin.log.warn({ reason: (error as Error).message }, 'outbox: a message waits'))
        .finally(() => {
          onTheirWay.delete(sending)
          doing.wake()
        })
      onTheirWay.set(sending, performance.now())
    }
    if (taken.length > 0) return 0
    const seconds = await untilNextMessage(origin, lane)
    return seconds === null ? longestSleepMs : Math.min(seconds * 1_000 + 50, longestSleepMs)
  }

  const gather = async () => onTheirWay.size > 0 && sleep(gatherMs)
  const words = { fails: 'outbox: messages wait', works: 'outbox: messages go out again' }
  const doing = keepDoing(origin.log, words, takeSome, gather)
  return {
    wake: doing.wake,
    async stop() {
      await doing.stop()
      await Promise.all(onTheirWay.keys())
    },
  }
}
