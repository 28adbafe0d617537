import type { CallInput } from '@eupnea/contract/call.ts'
import type { resetPassword as declaration } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { PortalError } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import { changePassword } from './change-password.ts'
import { forgiveAttempts, type Purpose, takeCode } from './codes.sql.ts'
import { tryCode } from './codes.ts'
import type { SessionParts } from './create-sessions.ts'
import { lockUser, selectUserOfEmail } from './credentials.sql.ts'
import { finishRecovery } from './finish-recovery.ts'
import { isBrowserOf, keepBrowser } from './keep-browser.ts'
import { hashPassword } from './password.ts'
import { charging, even, invalidOtp, settle } from './refusals.ts'
import { refuseOwnWeak } from './set-password.ts'
import { methodsOf } from './two-step/second-step.ts'

type Input = CallInput<typeof declaration>
/**
 * Sets a new password with a recovery code (ID-4). Ends all the user's sessions, knows no browser but this one any more,
 * and marks the e-mail address, which received the code, as verified.
 * @throws 401 `invalid_otp` for an unknown e-mail address and for a wrong, used or expired code, 422 field `password`,
 * 429
 */
export const resetPassword =
  (parts: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    await charging(parts.throttle.begin({ guessed: 'recovery', email: input.email }, origin), async () => {
      const proof = await even(() => settle(origin, (ctx) => checkCode(ctx, parts, input)))
      // Only for who has the code: strangers shouldn't make the portal work.
      await refuseOwnWeak(origin, proof.user_id, input.password)
      const passwordHash = await hashPassword(input.password)
      await settle(origin, async (ctx) => {
        const user = await lockUser(ctx, proof.user_id)
        // Someone else used the code while the password was hashed.
        if (!user || !(await takeCode(ctx, proof.purpose, user.id, proof.codeHash))) return invalidOtp()
        await changePassword(ctx, user.id, passwordHash, { isTemporary: false })
        await finishRecovery(ctx, user.id, 'code')
        // Whoever has the mail alone still has to pass the second step, as a stranger (DO-4).
        if ((await methodsOf(ctx, user)).length === 0) await keepBrowser(ctx, user.id)
        return user
      })
    })
    await parts.throttle.forgive(input.email, origin)
    return { status: 'passwordChanged' }
  }

async function checkCode(
  ctx: Ctx,
  { secret }: SessionParts,
  { email, code }: Input,
): Promise<{ user_id: string; purpose: Purpose; codeHash: string } | PortalError> {
  const user = await selectUserOfEmail(ctx, email)
  if (user?.status !== 1) {
    await recordAudit(ctx, {
      act: 'session.recovery-failed',
      detail: user ? { user_id: user.id } : { user: 'unknown' },
    })
    return invalidOtp()
  }
  // It may have been requested in another browser.
  const purposes: Purpose[] = (await isBrowserOf(ctx, user)) ? ['known-recovery', 'recovery'] : ['recovery']
  for (const purpose of purposes) {
    const codeHash = await tryCode(ctx, secret, { purpose, user_id: user.id, code })
    if (codeHash === null) continue
    // A weak password, refused next, doesn't use up the code.
    await forgiveAttempts(ctx, purpose, user.id)
    return { user_id: user.id, purpose, codeHash }
  }
  await insertAuthEvent(ctx, user.id, { event_type: 'ForgotPassword', response: 'Fail', challenge: 'RecoveryCode' })
  await recordAudit(ctx, { act: 'session.recovery-failed', detail: { user_id: user.id } })
  return invalidOtp()
}
