import type { completeEnrolment as declaration } from '@eupnea/contract/two-step.ts'
import { withCtx } from '../../platform/context.ts'
import { PortalError } from '../../platform/errors.ts'
import type { VerbApart } from '../../platform/route.ts'
import { takeChallenge } from '../challenges.ts'
import type { SessionParts } from '../create-sessions.ts'
import { welcome } from '../go-on.ts'
import { charging, invalidOtp, settle } from '../refusals.ts'
import { addAuthenticator } from './add-authenticator.ts'
import { enrolling } from './enrolling.ts'
import { openSetup } from './setup.ts'

/**
 * Completes a sign-in by setting up the app that the person's role requires (DO-5). A wrong code keeps the challenge.
 * @throws 401 `invalid_otp`, 429
 */
export const completeEnrolment =
  ({ throttle, secret }: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const holder = await withCtx(origin, (ctx) => enrolling(ctx, input.challenge))
    const account = holder ? ({ guessed: 'second-step', email: holder.email } as const) : null
    return charging(throttle.begin(account, origin), () =>
      settle(origin, async (ctx) => {
        const user = await enrolling(ctx, input.challenge)
        const appSecret = user && openSetup(secret, user.id, input.setup)
        if (!user || !appSecret) return invalidOtp()
        const added = await addAuthenticator(ctx, secret, user, appSecret, input.code)
        if (!added || !(await takeChallenge(ctx, 'enrolmentRequired', input.challenge))) return invalidOtp()
        const answer = await welcome(ctx, user, 'App')
        return answer instanceof PortalError ? answer : { ...answer, ...added }
      }),
    )
  }
