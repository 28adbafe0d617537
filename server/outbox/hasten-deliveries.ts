import type { Ctx } from '../platform/context.ts'
import { hastenDeliveriesTo } from './webhook-deliveries.sql.ts'

/** The receiver of a webhook answers again: what waits for it is sent now. */
export async function hastenDeliveries(ctx: Ctx, webhookId: string): Promise<void> {
  if (await hastenDeliveriesTo(ctx, webhookId)) await ctx.emit({ type: 'message_queued' })
}
