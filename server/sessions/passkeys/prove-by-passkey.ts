import type { proveByPasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../../audit/index.ts'
import { PortalError } from '../../platform/errors.ts'
import type { VerbApart } from '../../platform/route.ts'
import { markProved } from '../account/account.sql.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { charging, settle } from '../refusals.ts'
import { passkeyProofOf } from './begin-passkey-proof.ts'
import { checkPasskey } from './check-passkey.ts'

/** The caller proves with a passkey who they are, as by `proveByPassword` (DO-5). @throws 422 field `passkey`, 429 */
export const proveByPasskey =
  (parts: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { id, email, sessionId } = userOf(origin)
    await charging(parts.throttle.begin({ guessed: 'proof', email }, origin), () =>
      settle(origin, async (ctx) => {
        const checked = await checkPasskey(ctx, parts, passkeyProofOf(sessionId), input.passkey)
        if (!checked?.isRight || checked.user_id !== id) {
          await recordAudit(ctx, { act: 'session.prove-failed' })
          return new PortalError(422, 'wrong_passkey', m.passkey_refused(), { field: 'passkey' })
        }
        await markProved(ctx, sessionId)
        await recordAudit(ctx, { act: 'session.prove' })
        return null
      }),
    )
    return {}
  }
