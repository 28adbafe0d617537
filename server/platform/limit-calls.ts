import { addressGroup } from './address-group.ts'
import { PortalError } from './errors.ts'

/** Calls of one kind that an address may make in a minute; counted by each node for itself. */
const callsPerMinute = 60
const windowMs = 60_000
/** Bound of what is remembered. */
const mostAddresses = 100_000

/** Charges a call before anything is looked up, so that calls side by side are counted too. */
export type LimitCalls = (address: string | null) => {
  /** it is none of those that are limited, as the opening of a link that is good: the address is not charged */
  forgive(): void
}

/**
 * @param refusal what somebody who calls too often is told
 * @param clock ms
 * @returns counts a call of an address; throws 429 when it has made too many
 */
export function limitCalls(refusal: string, clock: () => number = Date.now): LimitCalls {
  const counts = new Map<string, number>()
  let windowEnd = 0
  return (address) => {
    const now = clock()
    if (now >= windowEnd || counts.size >= mostAddresses) {
      counts.clear()
      windowEnd = now + windowMs
    }
    const key = addressGroup(address ?? 'unknown')
    const calls = (counts.get(key) ?? 0) + 1
    if (calls > callsPerMinute)
      throw new PortalError(429, 'too_many_calls', refusal, { retryAfter: Math.ceil((windowEnd - now) / 1_000) })
    counts.set(key, calls)
    return { forgive: () => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)) }
  }
}
