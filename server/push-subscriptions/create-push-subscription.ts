import { type createPushSubscription as declaration, mostSubscriptions } from '@eupnea/contract/push-subscriptions.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, refused } from '../platform/errors.ts'
import { createOutgoing } from '../platform/outgoing.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { isAuthSecret, isPublicKey } from './push-keys.ts'
import { pushSubscriptionAnswer } from './push-subscription-answer.ts'
import { deleteSubscription, leaveEndpoint, saveSubscription, selectSubscriptions } from './push-subscriptions.sql.ts'

const outgoing = createOutgoing()

/**
 * Tells the caller by push in this browser, and nobody else there any more.
 * @throws 422 for an address that isn't public https and for keys that aren't any, 409 for too many browsers
 */
export const createPushSubscription: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: user_id, sessionId: session_id } = userOf(ctx)
  const { endpoint, p256dh, auth, replaces } = input
  if (outgoing.refusal({ url: endpoint, mayBePrivate: false }))
    throw refused('endpoint', m.push_subscription_endpoint_wrong())
  if (!isPublicKey(p256dh)) throw refused('p256dh', m.push_subscription_key_wrong())
  if (!isAuthSecret(auth)) throw refused('auth', m.push_subscription_key_wrong())
  await leaveEndpoint(ctx, endpoint, user_id)
  const mine = await selectSubscriptions(ctx, user_id)
  const old = mine.find((one) => one.endpoint === replaces && replaces !== endpoint)
  if (old) {
    await deleteSubscription(ctx, old.id)
    await recordAudit(ctx, { act: 'push-subscription.remove', detail: { push_subscription_id: old.id } })
  }
  const before = mine.filter((one) => one !== old)
  const isKnown = before.some((one) => one.endpoint === endpoint)
  if (!isKnown && before.length >= mostSubscriptions)
    throw conflict('too_many_subscriptions', m.push_subscription_too_many({ count: mostSubscriptions }))
  const row = await saveSubscription(ctx, { user_id, session_id, endpoint, p256dh, auth, user_agent: ctx.userAgent })
  if (!isKnown) await recordAudit(ctx, { act: 'push-subscription.create', detail: { push_subscription_id: row.id } })
  return pushSubscriptionAnswer(row)
}
