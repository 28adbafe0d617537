import type { keepPushSubscription as declaration } from '@eupnea/contract/push-subscriptions.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { leaveEndpoint, tieToSession } from './push-subscriptions.sql.ts'

/** Says who uses a browser now: the caller's goes on, with the current session; anybody else's ends. */
export const keepPushSubscription: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: user_id, sessionId: session_id } = userOf(ctx)
  await leaveEndpoint(ctx, input.endpoint, user_id)
  return { is_own: await tieToSession(ctx, { user_id, session_id, endpoint: input.endpoint }) }
}
