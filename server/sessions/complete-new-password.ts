import type { completeNewPassword as declaration } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import { takeChallenge, userOfChallenge } from './challenges.ts'
import { changePassword } from './change-password.ts'
import type { SessionParts } from './create-sessions.ts'
import { type Identity, lockUser, selectCredential } from './credentials.sql.ts'
import { finishRecovery } from './finish-recovery.ts'
import { goOn } from './go-on.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { charging, invalidOtp, settle } from './refusals.ts'
import { refuseOwnWeak } from './set-password.ts'

/**
 * Sets the password that a sign-in, an invitation or a recovery link asks for (ID-2, ID-4). Uses up the challenge and
 * ends all the user's sessions; a weak password, or the temporary one again, leaves the challenge valid.
 * @throws 401 `invalid_otp` for an unknown, used or expired challenge, 422 field `password`, 429 (ID-9)
 */
export const completeNewPassword =
  (parts: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) =>
    charging(parts.throttle.begin(null, origin), async () => {
      // Checked before any hashing, so that strangers can't make the portal work.
      const holder = await withCtx(origin, async (ctx) => {
        const { user, kind } = await holderOf(ctx, input.challenge)
        return (
          user && { ...user, kind, temporary: user.new_password_required && (await selectCredential(ctx, user.id)) }
        )
      })
      if (!holder) throw invalidOtp()
      await refuseOwnWeak(origin, holder.id, input.password)
      if (holder.temporary && (await verifyPassword(holder.temporary, input.password)))
        throw refused('password', m.session_password_temporary())
      const passwordHash = await hashPassword(input.password)
      const next = await settle(origin, async (ctx) => {
        const { user, kind } = await holderOf(ctx, input.challenge)
        if (!user || !(await takeChallenge(ctx, kind, input.challenge))) return invalidOtp()
        await changePassword(ctx, user.id, passwordHash, { isTemporary: false })
        if (kind === 'recovery') await finishRecovery(ctx, user.id, 'link')
        else {
          await insertAuthEvent(ctx, user.id, { event_type: 'NewPassword', response: 'Pass', challenge: 'NewPassword' })
          await recordAudit(ctx, { act: 'session.new-password', detail: { user_id: user.id } })
        }
        return goOn(ctx, parts, { ...user, new_password_required: false }, 'NewPassword')
      })
      if (holder.kind === 'recovery') await parts.throttle.forgive(holder.email, origin)
      return next
    })

/** Of whichever kind the challenge is. */
async function holderOf(
  ctx: Ctx,
  challenge: string,
): Promise<{ readonly user: Identity | undefined; readonly kind: 'newPasswordRequired' | 'recovery' }> {
  for (const kind of ['newPasswordRequired', 'recovery'] as const) {
    const user_id = await userOfChallenge(ctx, kind, challenge)
    if (user_id !== undefined) return { user: await lockUser(ctx, user_id), kind }
  }
  return { user: undefined, kind: 'recovery' }
}
