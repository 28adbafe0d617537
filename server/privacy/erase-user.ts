import type { eraseUser as declaration } from '@eupnea/contract/privacy.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { deleteUser } from '../users/index.ts'
import { closeRequestsAbout, eraseUserTraces, selectSubject } from './privacy.sql.ts'

/**
 * Erases a user (PR-1): record, sessions and links, and their name everywhere; the audit log keeps what they did, under
 * the id. A user deleted earlier is erased from what is left.
 * @throws 409 for oneself and the last Superadmin
 */
export const eraseUser: Verb<typeof declaration> = async ({ ctx, input: { user_id } }) => {
  const isThere = await selectSubject(ctx, 'user', user_id)
  await eraseUserTraces(ctx, user_id)
  if (isThere) await deleteUser({ ctx, input: { user_id } })
  await closeRequestsAbout(ctx, 'user', user_id)
  await recordAudit(ctx, { act: 'privacy.erase-user', detail: { user_id } })
  return {}
}
