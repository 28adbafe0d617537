import type { signOut as declaration } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import { userOf } from './create-sessions.ts'
import { deleteSession } from './sessions.sql.ts'

/** Ends the session: its token stops with the commit, its live connections by the event (ID-6, ID-8). */
export const signOut: Verb<typeof declaration> = async ({ ctx }) => {
  const { id, sessionId } = userOf(ctx)
  await deleteSession(ctx, sessionId)
  await insertAuthEvent(ctx, id, { event_type: 'SignOut', response: 'Pass', challenge: null })
  await recordAudit(ctx, { act: 'session.sign-out' })
  await ctx.emit({ type: 'session_ended', session_id: sessionId })
  return {}
}
