import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { EventListener } from '../platform/events.ts'
import { keepDoing } from '../platform/keep-doing.ts'
import { dispatchNotifications } from './dispatch-notifications.ts'
import { bringBackSteps, secondsToNextStep } from './steps.sql.ts'

/** Longest sleep, because an event may have been lost with a connection. */
const longestSleepMs = 30_000

/** Tells of notifications as they are raised, and of unacknowledged ones again. @returns a function that stops it */
export function startDispatch(origin: CtxOrigin, baseUrl: () => string, events: EventListener): () => Promise<void> {
  let closed = false
  const words = { fails: 'alerts: notifications wait to be sent', works: 'alerts: notifications are sent again' }
  const { wake, stop } = keepDoing(origin.log, words, async () => {
    while (!closed && (await dispatchNotifications(origin, baseUrl())) > 0);
    const seconds = await withCtx(origin, async (ctx) => {
      await bringBackSteps(ctx)
      return secondsToNextStep(ctx)
    })
    return seconds === null ? longestSleepMs : Math.min(seconds * 1_000 + 50, longestSleepMs)
  })
  events.on((event) => {
    if (event.type === 'changed' && event.noun === 'notifications') wake()
  })
  events.onResume(wake)
  return () => {
    closed = true
    return stop()
  }
}
