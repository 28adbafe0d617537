import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { eraseUser as declaration } from '@eupnea/contract/privacy.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deleteUser } from '../users/index.ts'
import { closeRequestsAbout, eraseUserTraces, selectSubject } from './privacy.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Erases a user (PR-1): record, sessions and links, and their name everywhere; the audit log keeps what they did, under
 * the id. A user deleted earlier is erased from what is left.
 * @throws 409 for oneself and the last Superadmin
 */
export async function eraseUser({ ctx, input: { user_id } }: Given): Promise<CallOutput<typeof declaration>> {
  const isThere = await selectSubject(ctx, 'user', user_id)
  await eraseUserTraces(ctx, user_id)
  if (isThere) await deleteUser({ ctx, input: { user_id } })
  await closeRequestsAbout(ctx, 'user', user_id)
  await recordAudit(ctx, { act: 'privacy.erase-user', detail: { user_id } })
  return {}
}
