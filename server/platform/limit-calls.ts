import { addressGroup } from './address-group.ts'
import { PortalError } from './errors.ts'

/** Calls of one kind that a caller may make per minute; each node counts for itself. */
const callsPerMinute = 60
const windowMs = 60_000
/** Most callers remembered. */
const mostCallers = 100_000

/**
 * Counts a call by its address, or by the user or browser where that is known. Where a secret is too long to be guessed,
 * only wrong ones are counted, once they turn out to be wrong: a right one always works, whatever else comes from its
 * address, such as all browsers of a facility. A short code is counted before it is looked up, so that simultaneous
 * guesses count too.
 */
export type LimitCalls = (caller: string | null) => {
  /** the code turned out to be right: the caller isn't charged */
  forgive(): void
}

/**
 * @param refusal message for callers over the limit
 * @param clock ms
 * @returns a function that counts a caller's call and throws 429 over the limit
 */
export function limitCalls(refusal: string, clock = () => performance.now()): LimitCalls {
  const counts = new Map<string, number>()
  let windowEnd = 0
  return (caller) => {
    const now = clock()
    if (now >= windowEnd || counts.size >= mostCallers) {
      counts.clear()
      windowEnd = now + windowMs
    }
    const key = addressGroup(caller ?? 'unknown')
    const calls = (counts.get(key) ?? 0) + 1
    if (calls > callsPerMinute)
      throw new PortalError(429, 'too_many_calls', refusal, { retryAfter: Math.ceil((windowEnd - now) / 1_000) })
    counts.set(key, calls)
    return { forgive: () => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)) }
  }
}
