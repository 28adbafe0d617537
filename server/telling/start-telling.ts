import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { EventListener } from '../platform/events.ts'
import { bringBackSteps, secondsToNextStep } from './steps.sql.ts'
import { tellNotifications } from './tell-notifications.ts'

/** Longest sleep, because an event may have been lost with a connection. */
const longestSleepMs = 30_000

/** Tells of notifications as they are raised, and of unacknowledged ones again. @returns a function that stops it */
export function startTelling(origin: CtxOrigin, baseUrl: () => string, events: EventListener): () => Promise<void> {
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
        while (!closed && (await tellNotifications(origin, baseUrl())) > 0);
        const seconds = await withCtx(origin, async (ctx) => {
          await bringBackSteps(ctx)
          return secondsToNextStep(ctx)
        })
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
