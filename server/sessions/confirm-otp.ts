import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { confirmOtp as declaration } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../audit/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import { takeChallenge, userOfChallenge } from './challenges.ts'
import { takeCode, tryCode } from './codes.ts'
import type { SessionParts } from './create-sessions.ts'
import { lockUser } from './credentials.sql.ts'
import { welcome } from './go-on.ts'
import { charging, invalidOtp, settle } from './refusals.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/**
 * Completes a sign-in with the code that was sent (ID-3). A wrong code keeps the challenge valid; the right one uses up
 * both.
 * @throws 401 `invalid_otp`, 429 after too many failures from the address (ID-9)
 */
export const confirmOtp =
  ({ throttle, secret }: SessionParts) =>
  async ({ origin, input }: Given): Promise<CallOutput<typeof declaration>> =>
    charging(throttle.begin(null, origin), () =>
      settle(origin, async (ctx) => {
        const user_id = await userOfChallenge(ctx, 'otpRequired', input.challenge)
        const user = user_id === undefined ? undefined : await lockUser(ctx, user_id)
        if (!user) return invalidOtp()
        const hash = await tryCode(ctx, secret, { purpose: 'otp', user_id: user.id, code: input.code })
        const isRight =
          hash !== null &&
          (await takeChallenge(ctx, 'otpRequired', input.challenge)) &&
          (await takeCode(ctx, 'otp', user.id, hash))
        if (isRight) return welcome(ctx, user, 'Otp')
        await insertAuthEvent(ctx, user.id, { event_type: 'SignIn', response: 'Fail', challenge: 'Otp' })
        await recordAudit(ctx, { act: 'session.otp-failed', detail: { user_id: user.id } })
        return invalidOtp()
      }),
    )
