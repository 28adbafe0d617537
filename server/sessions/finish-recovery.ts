import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import { deleteBrowsersOf } from './browsers.sql.ts'
import { markEmailVerified } from './credentials.sql.ts'

/**
 * What follows a password recovered by mail (ID-4): no browser is known any more, and the address, which received the mail,
 * is verified.
 */
export async function finishRecovery(ctx: Ctx, user_id: string, by: 'code' | 'link'): Promise<void> {
  await deleteBrowsersOf(ctx, user_id)
  await markEmailVerified(ctx, user_id)
  await insertAuthEvent(ctx, user_id, { event_type: 'ForgotPassword', response: 'Pass', challenge: 'RecoveryCode' })
  await recordAudit(ctx, { act: 'session.reset-password', detail: { user_id, by } })
}
