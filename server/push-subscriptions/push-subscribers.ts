import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { createGather } from '../platform/gather.ts'
import { deleteSubscription, markRefused, markSuccess, selectSubscriptionsById } from './push-subscriptions.sql.ts'

/** What the channel asks of subscriptions, many at once in a flood. @param origin sees everybody's */
export function pushSubscribers(origin: CtxOrigin) {
  const find = createGather((ids: readonly string[]) => withCtx(origin, (ctx) => selectSubscriptionsById(ctx, ids)))
  const took = createGather(async (ids: readonly string[]) => {
    await withCtx(origin, (ctx) => markSuccess(ctx, ids))
    return new Map<string, void>()
  })
  return {
    /** @returns null: it has ended */
    of: async (id: string) => (await find(id)) ?? null,
    /** Its push service doesn't know it any more. */
    gone: (id: string) => withCtx(origin, (ctx) => deleteSubscription(ctx, id)),
    refused: (id: string) => withCtx(origin, (ctx) => markRefused(ctx, id)),
    took,
  }
}
