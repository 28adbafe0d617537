import type { endOwnSession as declaration } from '@eupnea/contract/account.ts'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { userOf } from '../create-sessions.ts'
import { deleteOwnSession } from './account.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Signs the caller out somewhere else, live connections included (DO-5). @throws 404 */
export async function endOwnSession({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { session_id } = input
  if (!(await deleteOwnSession(ctx, userOf(ctx).id, session_id))) throw notFound('session')
  await recordAudit(ctx, { act: 'session.end', detail: { session_id } })
  await ctx.emit({ type: 'session_ended', session_id })
  return {}
}
