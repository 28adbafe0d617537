import type { PushMessage } from '@eupnea/contract/push-message.ts'
import { m } from '@eupnea/texts'

export const pushWords = (): PushMessage['words'] => ({
  open: m.push_subscription_open(),
  acknowledge: m.push_subscription_acknowledge(),
  failed: m.push_subscription_acknowledge_failed(),
})
