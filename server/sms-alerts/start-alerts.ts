import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { EventListener } from '../platform/events.ts'
import { dispatchAlerts } from './dispatch-alerts.ts'
import { secondsToNextDispatch } from './dispatches.sql.ts'

/** Longest sleep, because an event may have been lost with a connection. */
const longestSleepMs = 30_000

/** Sends notifications as they are raised, and escalates unacknowledged ones. @returns a function that stops it */
export function startAlerts(origin: CtxOrigin, baseUrl: () => string, events: EventListener): () => Promise<void> {
  let closed = false
  let isWanted = false
  let signal = Promise.withResolvers<void>()
  const wake = () => {
    isWanted = true
    signal.resolve()
  }

  async function run(): Promise<void> {
    while (!closed) {
      isWanted = false
      signal = Promise.withResolvers<void>()
      let waitMs = 1_000
      try {
        while (!closed && (await dispatchAlerts(origin, baseUrl())) > 0);
        const seconds = await withCtx(origin, secondsToNextDispatch)
        waitMs = seconds === null ? longestSleepMs : Math.min(seconds * 1_000 + 50, longestSleepMs)
      } catch (error) {
        origin.log.warn({ reason: (error as Error).message }, 'alerts: notifications wait to be sent')
      }
      if (closed || isWanted) continue
      const timer = setTimeout(wake, waitMs)
      await signal.promise
      clearTimeout(timer)
    }
  }

  events.on((event) => {
    if (event.type === 'changed' && event.noun === 'notifications') wake()
  })
  events.onResume(wake)
  const ended = run()
  return async () => {
    closed = true
    wake()
    await ended
  }
}
