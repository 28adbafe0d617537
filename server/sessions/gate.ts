import { m } from '@eupnea/texts'
import { PortalError } from '../platform/errors.ts'

export interface GateOptions {
  /** pieces of work that run at once */
  readonly places: number
  /** how many may wait; who comes then is refused */
  readonly mostWaiting: number
  /** ms that a place stays empty after work that took `tookMs` */
  readonly rest: (tookMs: number) => number
}

/** Lets some work run at once; the rest waits in the order it came. @throws 503 when too many wait already */
export function createGate({ places, mostWaiting, rest }: GateOptions): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []
  const enter = (): Promise<void> => {
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    if (waiting.length >= mostWaiting) throw busy()
    return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    // The place is handed on, not freed: whoever came meanwhile must not overtake.
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (work) => {
    await enter()
    const started = performance.now()
    try {
      return await work()
    } finally {
      const pause = rest(performance.now() - started)
      // Whoever has their result does not wait for it.
      if (pause > 0) setTimeout(leave, pause)
      else leave()
    }
  }
}

const busy = () =>
  new PortalError(503, 'busy', m.session_busy(), {
    retryAfter: 5,
  })
