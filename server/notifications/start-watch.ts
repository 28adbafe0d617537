import type { CtxOrigin } from '../platform/context.ts'
import { createLastingLog, type LastingLog } from '../platform/log-lasting.ts'
import { watchDuties } from './watch-duties.ts'
import { isOurFault, watchMonitoring } from './watch-monitoring.ts'

const mostEverySeconds = 15

/**
 * Checks periodically by its own timer, not as a job, because it must notice when jobs stop running.
 * @param quietSeconds silence of all a clinic's devices that counts as an outage
 * @returns a function that stops, after the current check
 */
export function startWatch(origin: CtxOrigin, quietSeconds: number): () => Promise<void> {
  const everyMs = Math.min(mostEverySeconds, quietSeconds / 2) * 1_000
  let since = performance.now()
  let running: Promise<void> | null = null

  const { log } = origin
  const outages = createLastingLog(
    log,
    'monitoring: outages not checked, trying again',
    'monitoring: outages checked again',
  )
  const duties = createLastingLog(
    log,
    'monitoring: duties not checked, trying again',
    'monitoring: duties checked again',
  )
  const say = (lasting: LastingLog, work: Promise<unknown>) =>
    work.then(lasting.worked, (error: Error) => {
      // Readings couldn't be stored either, so give devices their full time again.
      if (!isOurFault(error)) since = performance.now()
      lasting.failed(error.message)
    })
  const look = async () => {
    const lookingSeconds = (performance.now() - since) / 1_000
    await say(outages, watchMonitoring(origin, { quietSeconds, lookingSeconds }))
    await say(duties, watchDuties(origin))
    running = null
  }
  let askedAt = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    // It stood still, the machine slept, or its clock was set: what was sent meanwhile is on its way.
    if (Math.abs(now - askedAt) > 4 * everyMs) since = performance.now()
    askedAt = now
    running ??= look()
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
