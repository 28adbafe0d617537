import type { Ctx } from '../platform/context.ts'
import { deleteSession } from './sessions.sql.ts'

/** Ends one session: its token with the commit, its live connections through the event (ID-8). */
export async function endSession(ctx: Ctx, session_id: string): Promise<void> {
  await deleteSession(ctx, session_id)
  await ctx.emit({ type: 'session_ended', session_id })
}
