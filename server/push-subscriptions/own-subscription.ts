import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { type PushSubscriptionRow, selectOwnSubscription } from './push-subscriptions.sql.ts'

/** @throws 404, also for another person's */
export async function ownSubscription(ctx: Ctx, id: string): Promise<PushSubscriptionRow> {
  const row = await selectOwnSubscription(ctx, userOf(ctx).id, id)
  if (!row) throw notFound('push subscription')
  return row
}
