import { createSealer } from '../../platform/seal.ts'
import { appUri, newAppSecret } from './authenticator.ts'

/**
 * The secret of an app that is being set up goes to the browser and back, sealed for its person. So nothing is stored
 * until a code has shown that the app has it.
 */

const minutes = 10

interface Setup {
  readonly secret: string
  readonly until: number
}

const purposeOf = (user_id: string) => `authenticator-setup ${user_id}`

export function newSetup(key: string, { id, email }: { readonly id: string; readonly email: string }) {
  const secret = newAppSecret()
  const until = Temporal.Now.instant().epochMilliseconds + minutes * 60_000
  const sealed = createSealer(key).seal(JSON.stringify({ secret, until } satisfies Setup), purposeOf(id))
  return { secret, uri: appUri(secret, email), setup: sealed.toString('base64url') }
}

/** @returns the app's secret; null: expired, somebody else's or made up */
export function openSetup(key: string, user_id: string, setup: string): string | null {
  try {
    const opened = createSealer(key).open(Buffer.from(setup, 'base64url'), purposeOf(user_id))
    const { secret, until } = JSON.parse(opened) as Setup
    return until > Temporal.Now.instant().epochMilliseconds ? secret : null
  } catch {
    return null
  }
}
