import type { CtxOrigin } from '../platform/context.ts'
import { watchMonitoring } from './watch-monitoring.ts'

const mostEverySeconds = 15
/** Jobs are done each minute; a message may wait for those before it. */
const stoppedSeconds = 300

/**
 * Looks again and again, by a timer of its own: it is to notice that jobs stand still, so it is none of them.
 * @param quietSeconds after which silence of all devices of a clinic is an outage
 * @returns a function that waits for the look on its way and stops
 */
export function startWatch(origin: CtxOrigin, quietSeconds: number): () => Promise<void> {
  const everyMs = Math.min(mostEverySeconds, quietSeconds / 2) * 1_000
  let since = performance.now()
  let running: Promise<void> | null = null

  const look = async () => {
    try {
      const lookingSeconds = (performance.now() - since) / 1_000
      await watchMonitoring(origin, { quietSeconds, stoppedSeconds, lookingSeconds })
    } catch (error) {
      // Readings could not be stored either: devices are given their time again.
      since = performance.now()
      origin.log.warn({ reason: (error as Error).message }, 'monitoring: could not look, trying again')
    }
    running = null
  }
  const timer = setInterval(() => {
    running ??= look()
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
