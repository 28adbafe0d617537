import { m } from '@eupnea/texts'
import { addressGroup } from '../platform/address-group.ts'
import { PortalError } from '../platform/errors.ts'

/** Failures allowed per account and address within the window (ID-9). Each node counts for itself. */
const windowMs = 5 * 60_000
const failuresPerAccount = 10
const failuresPerAddress = 50
/** Most entries remembered: some 20 MB. */
const mostKeys = 100_000

export interface Attempt {
  /** it was right: clears the account's failures and doesn't charge the address */
  succeed(): void
  /** nothing was learnt (our own error): charges nothing */
  cancel(): void
}

export interface Throttle {
  /**
   * Charges an attempt before its password or code is checked, so that simultaneous attempts count too.
   * @param account null when not known yet
   * @throws 429
   */
  begin(account: string | null, address: string | null): Attempt
  /** clears the failures of an account whose owner has proved their identity in another way */
  forgive(account: string): void
}

/** @param clock ms */
export function createThrottle(clock: () => number = Date.now): Throttle {
  const accounts = createCounter(failuresPerAccount, clock)
  const addresses = createCounter(failuresPerAddress, clock)
  return {
    begin(account, address) {
      const source = addressGroup(address ?? 'unknown')
      const wait = Math.max(account === null ? 0 : accounts.wait(account), addresses.wait(source))
      if (wait > 0) throw tooMany(Math.ceil(wait / 1_000))
      if (account !== null) accounts.add(account, 1)
      addresses.add(source, 1)
      return {
        succeed() {
          if (account !== null) accounts.clear(account)
          addresses.add(source, -1)
        },
        cancel() {
          if (account !== null) accounts.add(account, -1)
          addresses.add(source, -1)
        },
      }
    },
    forgive: (account) => accounts.clear(account),
  }
}

/** @param retryAfter seconds */
function tooMany(retryAfter: number): PortalError {
  const minutes = Math.ceil(retryAfter / 60)
  return new PortalError(429, 'too_many_attempts', m.session_attempts_too_many({ count: minutes }), {
    title: m.session_attempts_too_many_title(),
    retryAfter,
  })
}

function createCounter(limit: number, clock: () => number) {
  const counts = new Map<string, { count: number; until: number }>()
  const current = (key: string) => {
    const found = counts.get(key)
    if (found && found.until > clock()) return found
    counts.delete(key)
    return undefined
  }
  return {
    /** ms until an attempt is allowed; 0 when it is */
    wait(key: string): number {
      const found = current(key)
      return found && found.count >= limit ? found.until - clock() : 0
    },
    add(key: string, by: 1 | -1): void {
      const found = current(key)
      if (found) found.count = Math.max(0, found.count + by)
      else if (by > 0) {
        if (counts.size >= mostKeys) counts.delete(counts.keys().next().value!)
        counts.set(key, { count: 1, until: clock() + windowMs })
      }
    },
    clear: (key: string) => void counts.delete(key),
  }
}
