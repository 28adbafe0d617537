import type { Lead } from '../platform/leader.ts'
import type { Log } from '../platform/log.ts'
import type { Lines } from './nurse-call-lines.ts'

const tickMs = 5_000

/** Keeps the lines to nurse call systems alive (EH-5), as the one node that does. */
export function tendNurseCalls(lines: Pick<Lines, 'tend'>, log: Log): Lead {
  let works = true
  let tending: Promise<void> = Promise.resolve()
  let isTending = false
  const timer = setInterval(() => {
    if (isTending) return
    isTending = true
    tending = lines
      .tend()
      .then(() => {
        works = true
      })
      .catch((error: Error) => {
        works = false
        log.warn({ reason: error.message }, 'nurse call: heartbeats not sent')
      })
      .finally(() => {
        isTending = false
      })
  }, tickMs)
  return {
    get works() {
      return works
    },
    async close() {
      clearInterval(timer)
      await tending
    },
  }
}
