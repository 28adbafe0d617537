import type { endOwnSession as declaration } from '@eupnea/contract/account.ts'
import { recordAudit } from '../../audit/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { deleteOwnSession } from './account.sql.ts'

/** Signs the caller out somewhere else, live connections included (DO-5). @throws 404 */
export const endOwnSession: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { session_id } = input
  if (!(await deleteOwnSession(ctx, userOf(ctx).id, session_id))) throw notFound('session')
  await recordAudit(ctx, { act: 'session.end', detail: { session_id } })
  await ctx.emit({ type: 'session_ended', session_id })
  return {}
}
