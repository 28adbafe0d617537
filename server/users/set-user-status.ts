import type { setUserStatus as declaration } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { endSessionsOf } from '../sessions/index.ts'
import { lockUser } from './lock-user.ts'
import { userAnswer } from './user-answer.ts'
import { refuseEscalation, refuseLastSuperadmin, refuseOneself } from './user-rights.ts'
import { moveUserStatus } from './users.sql.ts'

/**
 * Disables (0) or enables (1) a user; disabling signs them out immediately (US-1).
 * @throws 404, 403 for an administrator unless the caller is a Superadmin, 409 for oneself, the last Superadmin (US-8),
 * and a user who already has that status
 */
export const setUserStatus: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_id, status } = input
  const before = await lockUser(ctx, user_id)
  refuseEscalation(ctx, before)
  if (status === 0) {
    refuseOneself(ctx, user_id, m.user_own_disable())
    await refuseLastSuperadmin(ctx, before)
  }
  if (!(await moveUserStatus(ctx, user_id, status)))
    throw conflict(
      'user_status_conflict',
      status === 1 ? m.user_enabled_already() : m.user_disabled_already(),
      'status',
    )
  const changes = { status: { before: before.status, after: status } }
  await recordAudit(ctx, { act: status === 1 ? 'user.enable' : 'user.disable', changes, detail: { user_id } })
  // First: it says why live connections end.
  await ctx.emit({ type: 'access_changed', user_id })
  if (status === 0) await endSessionsOf(ctx, user_id)
  return userAnswer(ctx, user_id)
}
