import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { hastenDeliveriesTo } from './receiver-deliveries.sql.ts'

/** A receiver answers again: what waits for it is sent now. */
export async function hastenDeliveries(ctx: Ctx, receiverId: string): Promise<void> {
  if (await hastenDeliveriesTo(ctx, receiverId)) await ctx.emit({ type: 'message_queued' })
}

/** The same in a transaction of its own, after an attempt that failed was followed by one that didn't. */
export const goOnWith = (origin: CtxOrigin, receiverId: string): Promise<void> =>
  withCtx(origin, (ctx) => hastenDeliveries(ctx, receiverId)).catch((error: Error) =>
    origin.log.warn({ reason: error.message }, 'outbox: what waits for a receiver goes on waiting'),
  )
