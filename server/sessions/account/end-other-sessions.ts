import type { endOtherSessions as declaration } from '@eupnea/contract/account.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { endSessionsOf } from '../end-sessions-of.ts'

/** Signs the caller out everywhere but here (DO-5). */
export const endOtherSessions: Verb<typeof declaration> = async ({ ctx }) => {
  const { id, sessionId } = userOf(ctx)
  await endSessionsOf(ctx, id, sessionId)
  await recordAudit(ctx, { act: 'session.end-others' })
  return {}
}
