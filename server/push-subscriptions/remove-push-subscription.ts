import type { removePushSubscription as declaration } from '@eupnea/contract/push-subscriptions.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { ownSubscription } from './own-subscription.ts'
import { deleteSubscription } from './push-subscriptions.sql.ts'

/** Ends push in one of the caller's browsers. @throws 404 */
export const removePushSubscription: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = await ownSubscription(ctx, input.id)
  await deleteSubscription(ctx, id)
  await recordAudit(ctx, { act: 'push-subscription.remove', detail: { push_subscription_id: id } })
  return {}
}
