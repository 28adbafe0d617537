import type { listPushSubscriptions as declaration } from '@eupnea/contract/push-subscriptions.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { pushSubscriptionAnswer } from './push-subscription-answer.ts'
import { selectSubscriptions } from './push-subscriptions.sql.ts'

/** The caller's browsers, newest first. */
export const listPushSubscriptions: Verb<typeof declaration> = async ({ ctx }) => {
  return { items: (await selectSubscriptions(ctx, userOf(ctx).id)).map(pushSubscriptionAnswer) }
}
