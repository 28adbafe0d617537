import type { Log } from './log.ts'
import { createLastingLog } from './log-lasting.ts'

export interface Doing {
  /** There is something to do now. */
  wake(): void
  /** Resolves when what is being done is done. */
  stop(): Promise<void>
}

/** Until what failed is tried again, ms. */
const retryMs = 1_000

/**
 * Does work over and over: when it is due, and whenever it is woken, also while it is being done.
 * @param words what the log says when it fails, and when it works again
 * @param work returns after how many ms it is due again
 * @param gather waits before each time but the first; what wakes it meanwhile needs no time of its own
 */
export function keepDoing(
  log: Log,
  words: { readonly fails: string; readonly works: string },
  work: () => Promise<number>,
  gather?: () => Promise<unknown>,
): Doing {
  const lasting = createLastingLog(log, words.fails, words.works)
  let closed = false
  let woken = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    while (!closed) {
      woken = Promise.withResolvers()
      const waitMs = await work().then(
        (ms) => {
          lasting.worked()
          return ms
        },
        (error: Error) => {
          lasting.failed(error.message)
          return retryMs
        },
      )
      if (waitMs > 0) {
        const timer = setTimeout(woken.resolve, waitMs)
        await woken.promise
        clearTimeout(timer)
      }
      if (!closed) await gather?.()
    }
  }

  const ended = run()
  return {
    wake: () => woken.resolve(),
    async stop() {
      closed = true
      woken.resolve()
      await ended
    },
  }
}
