import type { confirmOtp as declaration } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../audit/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import type { VerbApart } from '../platform/route.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import { takeChallenge, userOfChallenge } from './challenges.ts'
import type { SessionParts } from './create-sessions.ts'
import { type Identity, lockUser } from './credentials.sql.ts'
import { welcome } from './go-on.ts'
import { charging, invalidOtp, settle } from './refusals.ts'
import { passSecondStep } from './two-step/second-step.ts'

/**
 * Completes a sign-in with the code that was sent (ID-3), that an app shows, or that was kept for when it is lost (DO-5).
 * A wrong code keeps the challenge valid; the right one uses up both.
 * @throws 401 `invalid_otp`, 429 after too many failures (ID-9)
 */
export const confirmOtp =
  (parts: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    // Its guesses are counted for the account, because whoever has the challenge knows the password.
    const holder = await withCtx(origin, (ctx) => holderOf(ctx, input.challenge))
    const account = holder ? ({ guessed: 'second-step', email: holder.email } as const) : null
    return charging(parts.throttle.begin(account, origin), () =>
      settle(origin, async (ctx) => {
        const user = await holderOf(ctx, input.challenge)
        if (!user) return invalidOtp()
        const passed = await passSecondStep(ctx, parts, user, input.code)
        if (passed && (await takeChallenge(ctx, 'otpRequired', input.challenge))) return welcome(ctx, user, passed)
        await insertAuthEvent(ctx, user.id, { event_type: 'SignIn', response: 'Fail', challenge: 'Otp' })
        await recordAudit(ctx, { act: 'session.otp-failed', detail: { user_id: user.id } })
        return invalidOtp()
      }),
    )
  }

async function holderOf(ctx: Ctx, challenge: string): Promise<Identity | undefined> {
  const user_id = await userOfChallenge(ctx, 'otpRequired', challenge)
  return user_id === undefined ? undefined : lockUser(ctx, user_id)
}
