import type { Ctx } from '../../platform/context.ts'
import { deleteChallengesOf } from '../challenges.sql.ts'
import { endSessionsOf } from '../end-sessions-of.ts'
import { tellOfChange } from './tell-of-change.ts'
import { deleteFactorsOf } from './two-step.sql.ts'

/**
 * Takes a user's app, passkeys and backup codes, for who has lost them, and ends their sessions; a mail tells them.
 * @param user locked until the transaction ends
 * @returns false: they have none
 */
export async function resetTwoStep(ctx: Ctx, user: { readonly id: string; readonly email: string }): Promise<boolean> {
  if (!(await deleteFactorsOf(ctx, user.id))) return false
  await deleteChallengesOf(ctx, user.id)
  await endSessionsOf(ctx, user.id)
  await tellOfChange(ctx, user.email, 'reset')
  return true
}
