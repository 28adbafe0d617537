import type { Ctx } from '../platform/context.ts'
import { deleteSessionsOf } from './sessions.sql.ts'

/** Ends all sessions of a user: tokens with the commit, live connections through the events (ID-8). */
export async function endSessionsOf(ctx: Ctx, user_id: string): Promise<void> {
  for (const session_id of await deleteSessionsOf(ctx, user_id)) await ctx.emit({ type: 'session_ended', session_id })
}
