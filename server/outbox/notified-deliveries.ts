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

/** Deliveries about these notifications, oldest first, and what became of them. */
export const deliveriesOf = async (ctx: Ctx, notificationIds: readonly string[]) =>
  (await selectNotified(ctx, notificationIds)).map((row) => ({ ...row, state: stateOf(row) }))

/** When something was last sent to each subscription, and what became of it. */
export async function lastDeliveries(
  ctx: Ctx,
  smsAlertIds: readonly string[],
): Promise<ReadonlyMap<string, { at: Temporal.Instant; state: DeliveryState }>> {
  const rows = await selectLastTo(ctx, smsAlertIds)
  return new Map(rows.map((row) => [row.sms_alert_id!, { at: row.created_at, state: stateOf(row) }]))
}

/**
 * Records that somebody opened the link of a message, and of those that reached them merged with it (AL-6).
 * @returns what it is about; undefined for an unknown token or outside the scope
 */
export async function openDelivery(ctx: Ctx, tokenHash: string) {
  const found = await selectByToken(ctx, tokenHash)
  if (!found) return undefined
  const together = await selectMergedTogether(ctx, found.id)
  if (ctx.actor.type === 'user') await markOpened(ctx, together, ctx.actor)
  return { ...found, isOne: together.length <= 1 }
}
