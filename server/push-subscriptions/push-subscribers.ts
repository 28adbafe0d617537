import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { deleteSubscription, markSuccess, selectSubscription } from './push-subscriptions.sql.ts'

/** What the channel asks of subscriptions. @param origin sees everybody's */
export const pushSubscribers = (origin: CtxOrigin) => ({
  /** @returns null: it has ended */
  of: async (id: string) => (await withCtx(origin, (ctx) => selectSubscription(ctx, id))) ?? null,
  /** Its push service doesn't know it any more. */
  gone: (id: string) => withCtx(origin, (ctx) => deleteSubscription(ctx, id)),
  took: (id: string) => withCtx(origin, (ctx) => markSuccess(ctx, id)),
})
