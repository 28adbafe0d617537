import type { endOtherSessions as declaration } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { userOf } from '../create-sessions.ts'
import { endSessionsOf } from '../end-sessions-of.ts'

/** Signs the caller out everywhere but here (DO-5). */
export async function endOtherSessions({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> {
  const { id, sessionId } = userOf(ctx)
  await endSessionsOf(ctx, id, sessionId)
  await recordAudit(ctx, { act: 'session.end-others' })
  return {}
}
