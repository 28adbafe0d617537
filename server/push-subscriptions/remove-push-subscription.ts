import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { removePushSubscription as declaration } from '@eupnea/contract/push-subscriptions.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { ownSubscription } from './own-subscription.ts'
import { deleteSubscription } from './push-subscriptions.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Ends push in one of the caller's browsers. @throws 404 */
export async function removePushSubscription({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id } = await ownSubscription(ctx, input.id)
  await deleteSubscription(ctx, id)
  await recordAudit(ctx, { act: 'push-subscription.remove', detail: { push_subscription_id: id } })
  return {}
}
