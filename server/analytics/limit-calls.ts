import { PortalError } from '../platform/errors.ts'

/** Calls of one address in a minute; counted by each node for itself. */
const callsPerMinute = 60
const windowMs = 60_000
/** Bound of what is remembered. */
const mostAddresses = 100_000

/** @param clock ms @returns counts a call of an address; throws 429 when it has made too many */
export function limitCalls(clock: () => number = Date.now): (address: string | null) => void {
  const counts = new Map<string, number>()
  let windowEnd = 0
  return (address) => {
    const now = clock()
    if (now >= windowEnd || counts.size >= mostAddresses) {
      counts.clear()
      windowEnd = now + windowMs
    }
    const key = address ?? 'unknown'
    const calls = (counts.get(key) ?? 0) + 1
    counts.set(key, calls)
    if (calls > callsPerMinute)
      throw new PortalError(429, 'too_many_calls', 'Too many calls from this address', {
        retryAfter: Math.ceil((windowEnd - now) / 1_000),
      })
  }
}
