import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { keepPushSubscription as declaration } from '@eupnea/contract/push-subscriptions.ts'
import type { Ctx } from '../platform/context.ts'
import { userOf } from '../sessions/index.ts'
import { leaveEndpoint, tieToSession } from './push-subscriptions.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Says who uses a browser now: the caller's goes on, with the session of now; anybody else's ends. */
export async function keepPushSubscription({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id: user_id, sessionId: session_id } = userOf(ctx)
  await leaveEndpoint(ctx, input.endpoint, user_id)
  return { is_own: await tieToSession(ctx, { user_id, session_id, endpoint: input.endpoint }) }
}
