import type { Log } from './log.ts'

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
 * @param failed what the log says when it fails
 * @param work returns after how many ms it is due again
 * @param gather waits before each time but the first; what wakes it meanwhile needs no time of its own
 */
export function keepDoing(
  log: Log,
  failed: string,
  work: () => Promise<number>,
  gather?: () => Promise<unknown>,
): Doing {
  let closed = false
  let woken = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    while (!closed) {
      woken = Promise.withResolvers()
      const waitMs = await work().catch((error: Error) => {
        log.warn({ reason: error.message }, failed)
        return retryMs
      })
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
