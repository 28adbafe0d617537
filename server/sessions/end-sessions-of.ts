import type { Ctx } from '../platform/context.ts'
import { deleteSessionsOf } from './sessions.sql.ts'

/**
 * Ends all sessions of a user: tokens with the commit, live connections through the events (ID-8).
 * @param but a session that stays
 */
export async function endSessionsOf(ctx: Ctx, user_id: string, but?: string): Promise<void> {
  for (const session_id of await deleteSessionsOf(ctx, user_id, but))
    await ctx.emit({ type: 'session_ended', session_id })
}
