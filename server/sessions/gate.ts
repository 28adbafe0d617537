import { m } from '@eupnea/texts'
import { PortalError } from '../platform/errors.ts'

export interface GateOptions {
  /** tasks that run at a time */
  readonly places: number
  /** how many may wait; further ones are refused */
  readonly mostWaiting: number
  /** ms that a place stays empty after a task that took `tookMs` */
  readonly rest: (tookMs: number) => number
}

/** Runs a few tasks at a time; others wait in order of arrival. @throws 503 when too many already wait */
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
    // The place is handed on, not freed, so that a newcomer can't overtake.
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
      // The caller doesn't wait for the pause.
      if (pause > 0) setTimeout(leave, pause)
      else leave()
    }
  }
}

const busy = () =>
  new PortalError(503, 'busy', m.session_busy(), {
    retryAfter: 5,
  })
