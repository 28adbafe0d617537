import type { beginEnrolment as declaration } from '@eupnea/contract/two-step.ts'
import { withCtx } from '../../platform/context.ts'
import type { VerbApart } from '../../platform/route.ts'
import type { SessionParts } from '../create-sessions.ts'
import { charging, invalidOtp } from '../refusals.ts'
import { enrolling } from './enrolling.ts'
import { newSetup } from './setup.ts'

/**
 * A secret for the app of somebody whose role requires a second step and who has none yet (DO-5).
 * @throws 401 `invalid_otp` for an unknown, used or expired challenge, 429
 */
export const beginEnrolment =
  ({ throttle, secret }: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) =>
    charging(throttle.begin(null, origin), async () => {
      const user = await withCtx(origin, (ctx) => enrolling(ctx, input.challenge))
      if (!user) throw invalidOtp()
      return newSetup(secret, user)
    })
