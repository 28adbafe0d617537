import { email as emailField } from '@eupnea/contract/fields.ts'
import type { signIn as declaration } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { PortalError } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import type { PasswordProof } from './auth.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import type { SessionParts } from './create-sessions.ts'
import { hasCredential, type Identity, lockUser, selectUserOfEmail } from './credentials.sql.ts'
import { goOn } from './go-on.ts'
import { charging, invalidLogin, settle } from './refusals.ts'

/**
 * Sign-in with e-mail and password (ID-1). Unknown e-mail addresses, wrong passwords and disabled users get the same
 * answer at the same cost.
 * @throws 401 `invalid_login`, 429 after too many failures of the account or from the address (ID-9)
 */
export const signIn =
  (parts: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) =>
    charging(parts.throttle.begin({ guessed: 'sign-in', email: input.email }, origin), async () => {
      const proof = await parts.auth.checkPassword(input)
      return settle(origin, async (ctx) => {
        const user = proof && (await holderOfProof(ctx, proof))
        return user ? goOn(ctx, parts, user, 'Password') : fail(ctx, input.email)
      })
    })

/** The user with this password, unless they were disabled or it was changed during the check. */
async function holderOfProof(ctx: Ctx, { userId, passwordHash }: PasswordProof): Promise<Identity | undefined> {
  const user = await lockUser(ctx, userId)
  return user && (await hasCredential(ctx, userId, passwordHash)) ? user : undefined
}

async function fail(ctx: Ctx, email: string): Promise<PortalError> {
  // Unknown input isn't stored: people mix up the fields, and it may be the password.
  const known = emailField.safeParse(email).success ? await selectUserOfEmail(ctx, email) : undefined
  if (known) await insertAuthEvent(ctx, known.id, { event_type: 'SignIn', response: 'Fail', challenge: 'Password' })
  const detail = known ? { user_id: known.id } : { user: 'unknown' }
  await recordAudit(ctx, { act: 'session.sign-in-failed', detail })
  return invalidLogin()
}
