import type { acknowledgeByPush as declaration } from '@eupnea/contract/push-subscriptions.ts'
import type { Severity } from '@eupnea/contract/rules/channels.ts'
import { m } from '@eupnea/texts'
import { deliveryToAcknowledge, useAcknowledgeToken } from '../outbox/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { hashToken, type Sessions } from '../sessions/index.ts'
import { selectSubscriptionsById } from './push-subscriptions.sql.ts'

/** What notifications do; this noun can't import them, because they tell by its browsers. */
export interface NotificationVerbs {
  /** @throws 404, also outside the scope */
  of(ctx: Ctx, id: string): Promise<{ readonly state: string | null; readonly severity: string | null }>
  acknowledge(given: { ctx: Ctx; input: { id: string; severity: Severity } }): Promise<unknown>
}

/**
 * Acknowledges from a push, in the name of the person it was sent to, while the notification is open and as it was then
 * (AN-3). The token works once.
 * @throws 404 for an unknown token and for who may not see the notification any more, 409 when it isn't open or has
 * become worse, 429 after too many guesses
 */
export function acknowledgeByPush(
  sessions: Pick<Sessions, 'actorOfUser'>,
  notifications: NotificationVerbs,
): VerbApart<typeof declaration> {
  const limit = limitCalls(m.common_too_many_attempts())
  return async ({ origin, input }) => {
    const hash = hashToken(input.token)
    const told = await withCtx({ ...origin, actor: { type: 'job', name: 'push' } }, async (ctx) => {
      const delivery = await deliveryToAcknowledge(ctx, hash)
      const subscription =
        delivery && (await selectSubscriptionsById(ctx, [delivery.recipient])).get(delivery.recipient)
      return delivery && subscription && { ...delivery, user_id: subscription.user_id }
    })
    const actor = told && (await sessions.actorOfUser(told.user_id))
    if (!told || !actor) {
      limit(origin.address ?? null)
      throw notFound('notification')
    }
    await withCtx({ ...origin, actor }, async (ctx) => {
      const id = told.notification_id
      const { state, severity } = await notifications.of(ctx, id)
      if (!(await useAcknowledgeToken(ctx, hash))) throw notFound('notification')
      if (state !== 'open' || severity !== told.severity)
        throw conflict('notification_changed', m.push_subscription_notification_changed())
      // It may become worse in this moment.
      await notifications.acknowledge({ ctx, input: { id, severity: told.severity as Severity } })
    })
    return {}
  }
}
