import type { resetUserTwoStep as declaration } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { resetTwoStep } from '../sessions/index.ts'
import { lockUser } from './lock-user.ts'
import { refuseEscalation, refuseOneself } from './user-rights.ts'

/**
 * Lets somebody who has lost their app, passkeys and backup codes sign in with their password again (DO-5).
 * @throws 404, 403 for an administrator unless the caller is a Superadmin, 409 for oneself and for who has none
 */
export const resetUserTwoStep: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_id } = input
  const user = await lockUser(ctx, user_id)
  refuseEscalation(ctx, user)
  refuseOneself(ctx, user_id, m.user_own_two_step())
  if (!(await resetTwoStep(ctx, user))) throw conflict('no_second_step', m.user_two_step_none())
  await recordAudit(ctx, { act: 'user.reset-two-step', detail: { user_id } })
  return {}
}
