import type { signInByPasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../../audit/index.ts'
import { PortalError } from '../../platform/errors.ts'
import type { VerbApart } from '../../platform/route.ts'
import { insertAuthEvent } from '../auth-events.sql.ts'
import type { SessionParts } from '../create-sessions.ts'
import { lockUser } from '../credentials.sql.ts'
import { goOn } from '../go-on.ts'
import { charging, settle } from '../refusals.ts'
import { passkeySignIn } from './begin-passkey-sign-in.ts'
import { checkPasskey } from './check-passkey.ts'

/**
 * Sign-in with a passkey: it is something one has and something one knows or is, so no second step follows (DO-5). People
 * of the house's directory may have to sign in there instead (SI-1).
 * @throws 401 `invalid_passkey`, 429
 */
export const signInByPasskey =
  (parts: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) =>
    charging(parts.throttle.begin(null, origin), () =>
      settle(origin, async (ctx) => {
        const checked = await checkPasskey(ctx, parts, passkeySignIn, input.passkey)
        const user = checked?.isRight && (await lockUser(ctx, checked.user_id))
        if (user) return goOn(ctx, parts, user, 'Passkey')
        if (checked) {
          const failed = { event_type: 'SignIn', response: 'Fail', challenge: 'Passkey' } as const
          await insertAuthEvent(ctx, checked.user_id, failed)
        }
        const detail = checked ? { user_id: checked.user_id } : { user: 'unknown' }
        await recordAudit(ctx, { act: 'session.sign-in-failed', detail: { ...detail, because: 'passkey' } })
        return new PortalError(401, 'invalid_passkey', m.passkey_sign_in_refused(), {
          title: m.session_login_refused_title(),
        })
      }),
    )
