import type { saveAuthenticator as declaration } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { conflict } from '../../platform/errors.ts'
import type { VerbApart } from '../../platform/route.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { charging, settle } from '../refusals.ts'
import { addAuthenticator } from './add-authenticator.ts'
import { openSetup } from './setup.ts'
import { wrongCode } from './wrong-code.ts'

/**
 * From now on the caller's sign-in asks for a code of the app, in place of one they had before (DO-5).
 * @throws 422 field `code`, 409 when the setup has expired, 429
 */
export const saveAuthenticator =
  ({ throttle, secret }: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { id, email } = userOf(origin)
    return charging(throttle.begin({ guessed: 'proof', email }, origin), () =>
      settle(origin, async (ctx) => {
        const appSecret = openSetup(secret, id, input.setup)
        if (!appSecret) return setupExpired()
        return (await addAuthenticator(ctx, secret, { id, email }, appSecret, input.code)) ?? wrongCode()
      }),
    )
  }

const setupExpired = () => conflict('setup_expired', m.two_step_setup_expired())
