import type { CallOutput } from '@eupnea/contract/call.ts'
import type { listPushSubscriptions as declaration } from '@eupnea/contract/push-subscriptions.ts'
import type { Ctx } from '../platform/context.ts'
import { userOf } from '../sessions/index.ts'
import { pushSubscriptionAnswer } from './push-subscription-answer.ts'
import { selectSubscriptions } from './push-subscriptions.sql.ts'

/** The caller's browsers, newest first. */
export async function listPushSubscriptions({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> {
  return { items: (await selectSubscriptions(ctx, userOf(ctx).id)).map(pushSubscriptionAnswer) }
}
