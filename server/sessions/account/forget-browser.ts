import type { forgetBrowser as declaration } from '@eupnea/contract/account.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { deleteOwnBrowser } from './account.sql.ts'

/** A browser is a stranger again to the caller's account (DO-4). */
export const forgetBrowser: Verb<typeof declaration> = async ({ ctx, input }) => {
  await deleteOwnBrowser(ctx, userOf(ctx).id, input.browser_id)
  await recordAudit(ctx, { act: 'session.forget-browser' })
  return {}
}
