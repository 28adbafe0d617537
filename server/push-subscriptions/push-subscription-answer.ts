import type { PushSubscription } from '@eupnea/contract/push-subscriptions.ts'
import type { PushSubscriptionRow } from './push-subscriptions.sql.ts'

export const pushSubscriptionAnswer = (row: PushSubscriptionRow): PushSubscription => ({
  id: row.id,
  endpoint: row.endpoint,
  user_agent: row.user_agent,
  created_at: row.created_at.toString(),
  last_success_at: row.last_success_at?.toString() ?? null,
  refused_at: row.refused_at?.toString() ?? null,
})
