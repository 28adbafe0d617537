import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { lockUser } from './credentials.sql.ts'
import { type SignedIn, welcome } from './go-on.ts'
import { selectHolder } from './sessions.sql.ts'
import { hashToken } from './token.ts'

/**
 * Begins a session of somebody whom another noun has found to be this user; null: they are disabled.
 * @param proved_at when they proved it
 */
export async function signInAs(
  ctx: Ctx,
  user_id: string,
  proved_at: Temporal.Instant,
): Promise<{ readonly answer: SignedIn; readonly session_id: string } | null> {
  const user = await lockUser(ctx, user_id)
  if (!user) return null
  const answer = await welcome(ctx, user, null, proved_at)
  if (answer instanceof PortalError) return null
  const row = await selectHolder(ctx.db, hashToken(answer.token))
  return row ? { answer, session_id: row.session_id } : null
}
