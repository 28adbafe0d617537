import type { createLiveToken as declaration } from '@eupnea/contract/sessions.ts'
import { unauthenticated } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from './create-sessions.ts'
import { insertLiveToken } from './sessions.sql.ts'
import { hashBytes, liveTokenSeconds, newLiveToken } from './token.ts'

/** A token for the address of one live connection: single use, 60 s (ID-8). */
export const createLiveToken: Verb<typeof declaration> = async ({ ctx }) => {
  const token = newLiveToken()
  const of = ctx.actor.type === 'display' ? { display_id: ctx.actor.id } : { session_id: userOf(ctx).sessionId }
  const expiresAt = await insertLiveToken(ctx, of, hashBytes(token), liveTokenSeconds)
  if (!expiresAt) throw unauthenticated()
  return { token, expires_at: expiresAt.toString() }
}
