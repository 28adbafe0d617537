import type { deleteUser as declaration } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { endSessionsOf } from '../sessions/index.ts'
import { lockUser } from './lock-user.ts'
import { refuseEscalation, refuseLastSuperadmin, refuseOneself } from './user-rights.ts'
import { deleteUserRow } from './users.sql.ts'

/**
 * Deletes a user and ends their sessions and live connections immediately (US-1). The audit log keeps what they did.
 * @throws 404, 403 for an administrator unless the caller is a Superadmin, 409 for oneself and the last Superadmin
 * (US-8)
 */
export const deleteUser: Verb<typeof declaration> = async ({ ctx, input: { user_id } }) => {
  const before = await lockUser(ctx, user_id)
  refuseEscalation(ctx, before)
  refuseOneself(ctx, user_id, m.user_own_delete())
  await refuseLastSuperadmin(ctx, before)
  // First: it says why live connections end.
  await ctx.emit({ type: 'access_changed', user_id })
  await endSessionsOf(ctx, user_id)
  await deleteUserRow(ctx, user_id)
  await recordAudit(ctx, { act: 'user.delete', detail: { user_id, user_type: before.user_type } })
  return {}
}
