import type { Ctx } from '../platform/context.ts'
import { markOpened, selectByToken, selectLastTo, selectNotified } from './notified.sql.ts'
import { selectMergedTogether } from './outbox.sql.ts'

/** One state from our side and the gateway's. forgotten: the message that it was merged into is erased */
type DeliveryState = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'kept' | 'forgotten'

interface State {
  readonly status: string | null
  readonly delivery: string | null
}

const stateOf = ({ status, delivery }: State): DeliveryState => {
  if (status === null) return 'forgotten'
  return (status === 'sent' ? (delivery ?? 'sent') : status) as DeliveryState
}

/** What told of these notifications, and what became of it, oldest first. */
export const deliveriesOf = async (ctx: Ctx, notificationIds: readonly string[]) =>
  (await selectNotified(ctx, notificationIds)).map((row) => ({ ...row, state: stateOf(row) }))

/** When each subscription was last told of anything, and what became of that. */
export async function lastTold(
  ctx: Ctx,
  smsAlertIds: readonly string[],
): Promise<ReadonlyMap<string, { at: Temporal.Instant; state: DeliveryState }>> {
  const rows = await selectLastTo(ctx, smsAlertIds)
  return new Map(rows.map((row) => [row.sms_alert_id!, { at: row.created_at, state: stateOf(row) }]))
}

/**
 * Records that somebody opened the link of a message, and of those that reached them merged with it (AL-6).
 * @returns what it tells of; undefined for an unknown token and outside the scope
 */
export async function openDelivery(ctx: Ctx, tokenHash: string) {
  const found = await selectByToken(ctx, tokenHash)
  if (!found) return undefined
  const together = await selectMergedTogether(ctx, found.id)
  if (ctx.actor.type === 'user') await markOpened(ctx, together, ctx.actor)
  return { ...found, isOne: together.length <= 1 }
}
