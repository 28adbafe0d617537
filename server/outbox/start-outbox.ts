import type { CtxOrigin } from '../platform/context.ts'
import type { EventListener } from '../platform/events.ts'
import { type Gateways, sendMessages } from './send-messages.ts'

/** However far away the next message is: an event may have been lost with a connection. */
const longestSleepMs = 60_000

/** Sends messages as they are queued and become due. @returns a function that waits for the one on its way and stops */
export function startOutbox(origin: CtxOrigin, gateways: Gateways, events: EventListener): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isWanted = false
  let closed = false

  const run = async () => {
    let seconds: number | null = null
    try {
      do {
        isWanted = false
        seconds = await sendMessages(origin, gateways)
      } while (isWanted && !closed)
    } catch (error) {
      origin.log.warn({ reason: (error as Error).message }, 'outbox: messages wait')
    }
    running = null
    if (!closed) timer = setTimeout(wake, Math.min((seconds ?? 60) * 1_000 + 50, longestSleepMs))
  }
  function wake() {
    clearTimeout(timer)
    isWanted = true
    if (!closed) running ??= run()
  }

  events.on((event) => {
    if (event.type === 'message_queued') wake()
  })
  events.onResume(wake)
  wake()
  return async () => {
    closed = true
    clearTimeout(timer)
    await running
    gateways.mail?.close()
  }
}
