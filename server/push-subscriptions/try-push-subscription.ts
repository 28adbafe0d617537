import type { PushMessage } from '@eupnea/contract/push-message.ts'
import type { tryPushSubscription as declaration } from '@eupnea/contract/push-subscriptions.ts'
import { m } from '@eupnea/texts'
import { queueDeliveries } from '../outbox/index.ts'
import type { Verb } from '../platform/route.ts'
import { ownSubscription } from './own-subscription.ts'
import { pushWords } from './push-words.ts'

/** Sends a test to one of the caller's browsers, the way that notifications go. @throws 404 */
export const tryPushSubscription =
  (baseUrl: () => string): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { id } = await ownSubscription(ctx, input.id)
    const message: PushMessage = {
      title: m.push_subscription_test_title(),
      body: m.push_subscription_test_body(),
      tag: 'test',
      stays: false,
      url: `${baseUrl().replace(/\/$/, '')}/clinic/duty`,
      at: Temporal.Now.instant().epochMilliseconds,
      token: null,
      words: pushWords(),
    }
    await queueDeliveries(ctx, [{ channel: 'push', to: id, subject: '', text: JSON.stringify(message), notice: null }])
    return {}
  }
