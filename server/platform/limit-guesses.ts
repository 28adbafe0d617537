import { PortalError } from './errors.ts'

/** Wrong links that an address may try in a minute; counted by each node for itself. */
const guessesPerMinute = 60
const windowMs = 60_000
/** Bound of what is remembered. */
const mostAddresses = 100_000

/** Charges an opening before its link is looked up, so that guesses side by side are counted too. */
export type LimitGuesses = (address: string | null) => {
  /** the link was good: the address is not charged */
  forgive(): void
}

/** @param clock ms @returns counts an opening of an address; throws 429 when it has tried too many wrong links */
export function limitGuesses(clock: () => number = Date.now): LimitGuesses {
  const counts = new Map<string, number>()
  let windowEnd = 0
  return (address) => {
    const now = clock()
    if (now >= windowEnd || counts.size >= mostAddresses) {
      counts.clear()
      windowEnd = now + windowMs
    }
    const key = address ?? 'unknown'
    const guesses = (counts.get(key) ?? 0) + 1
    if (guesses > guessesPerMinute)
      throw new PortalError(429, 'too_many_calls', 'Too many links tried from this address', {
        retryAfter: Math.ceil((windowEnd - now) / 1_000),
      })
    counts.set(key, guesses)
    return { forgive: () => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)) }
  }
}
