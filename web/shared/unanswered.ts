import { notReached } from './api-error.ts'

/** Calls that wait for their answer: a portal that stands still would never answer them, nor close their connections. */

interface Unanswered {
  /** ms by this machine's clock */
  readonly since: number
  readonly giveUp: AbortController
}
const unanswered = new Set<Unanswered>()

/** Makes a call that is given up when the caller says so, or when the portal won't answer any more. */
export async function untilGivenUp<T>(
  by: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const one = { since: Date.now(), giveUp: new AbortController() }
  const { signal } = one.giveUp
  unanswered.add(one)
  try {
    return await call(by ? AbortSignal.any([by, signal]) : signal)
  } finally {
    unanswered.delete(one)
  }
}

/** Gives up calls that began before this instant, ms: they fail as if the portal had not been reached. */
export function giveUpCalls(before: number): void {
  for (const { since, giveUp } of unanswered) if (since < before) giveUp.abort(notReached())
}
