import type { forgetBrowser as declaration } from '@eupnea/contract/account.ts'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { userOf } from '../create-sessions.ts'
import { deleteOwnBrowser } from './account.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** A browser is a stranger again to the caller's account (DO-4). */
export async function forgetBrowser({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  await deleteOwnBrowser(ctx, userOf(ctx).id, input.browser_id)
  await recordAudit(ctx, { act: 'session.forget-browser' })
  return {}
}
