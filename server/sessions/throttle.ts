import { createHmac } from 'node:crypto'
import { m } from '@eupnea/texts'
import { addressGroup } from '../platform/address-group.ts'
import type { Browser } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { PortalError } from '../platform/errors.ts'
import { isKnownBrowser } from './browsers.sql.ts'
import { type Counter, countGuess, forgetGuesses, uncountGuess } from './guesses.sql.ts'
import { hashToken } from './token.ts'

/**
 * Wrong guesses, counted in the database for all nodes (ID-9, DO-4); docs/decisions/0038-sign-in.md explains the numbers.
 * A browser that has signed in to the account before is counted by itself, so that nobody else's guesses stop it.
 */

/** For one account from one known browser or one address. */
const own = { most: 10, seconds: 30 }
/** For an address, whatever the account: many people may share it. */
const ofAddress = { most: 50, seconds: 6 }
/** For an account, by all strangers together. */
const ofStrangers = { most: 30, seconds: 30 }
/** For an account's second step, by all strangers together: they know the password, and a code has six digits. */
const ofStrangersThen = { most: 10, seconds: 300 }
/**
 * For recovery codes, whatever the account, by all strangers together: an address is all that it takes to have one sent,
 * so guessing at many accounts would soon hit one. The link in the mail isn't guessed and always works.
 */
const ofRecovery = { most: 100, seconds: 60 }

/** Where an attempt comes from. */
interface Source {
  readonly address?: string
  readonly browser?: Browser
}

export interface Attempt {
  /** it was right: clears the caller's own failures and charges nobody */
  succeed(): Promise<void>
  /** nothing was learnt (our own error): charges nothing */
  cancel(): Promise<void>
}

export interface Throttle {
  /**
   * Charges an attempt before its password or code is checked, so that simultaneous attempts count too. An account that
   * doesn't exist is counted like any other.
   * @param account null when not known yet; what is guessed of one account is counted by kind
   * @throws 429
   */
  begin(
    account: {
      readonly guessed: 'sign-in' | 'second-step' | 'forgot' | 'recovery' | 'proof'
      readonly email: string
    } | null,
    from: Source,
  ): Promise<Attempt>
  /** Clears the failed sign-ins of an account whose owner has proved otherwise who they are. */
  forgive(email: string, from: Source): Promise<void>
}

/** @param secret keys the hashes of what is counted, which may be a password that was typed into the wrong field */
export function createThrottle(database: Database, secret: string): Throttle {
  const counter = (limits: typeof own, ...counted: string[]): Counter => ({
    counted_for: createHmac('sha256', secret).update(JSON.stringify(counted)).digest('hex'),
    ...limits,
  })
  const ofSource = ({ address }: Source) => addressGroup(address ?? 'unknown')
  const strangersOf = (email: string) => counter(ofStrangers, 'strangers', email)
  return {
    async begin(account, from) {
      const { guessed = 'code', email = '' } = account ?? {}
      const hash = from.browser?.token ? hashToken(from.browser.token) : null
      const known = hash !== null && (await isKnownBrowser(database, hash, account?.email))
      const source = ofSource(from)
      const mine = known ? counter(own, guessed, email, 'browser', hash) : counter(own, guessed, email, source)
      const shared = [counter(ofAddress, 'address', source)]
      if (guessed === 'sign-in') shared.push(strangersOf(email))
      if (guessed === 'second-step') shared.push(counter(ofStrangersThen, 'strangers-then', email))
      if (guessed === 'recovery') shared.push(counter(ofRecovery, 'strangers-recovery'))
      // Without an account a stranger's own counter would be the address's once more.
      const counters = known ? [mine] : account ? [mine, ...shared] : shared
      const wait = await countGuess(database, counters)
      if (wait > 0) throw tooMany(wait)
      return {
        async succeed() {
          await forgetGuesses(database, mine.counted_for)
          if (!known) await uncountGuess(database, shared)
        },
        cancel: () => uncountGuess(database, counters),
      }
    },
    async forgive(email, from) {
      await forgetGuesses(database, counter(own, 'sign-in', email, ofSource(from)).counted_for)
      await forgetGuesses(database, strangersOf(email).counted_for)
    },
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
