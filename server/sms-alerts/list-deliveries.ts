import type { AlertDelivery } from '@eupnea/contract/sms-alerts.ts'
import { statesOfMessages } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { selectDeliveries } from './deliveries.sql.ts'
import { stateOf } from './sms-alert-answers.ts'

/**
 * Messages about notifications with their delivery states (AL-6). If an episode got worse, its later notification shows
 * the messages of the first. Notifications outside the scope have none.
 */
export async function listDeliveries(ctx: Ctx, notificationIds: readonly string[]): Promise<AlertDelivery[]> {
  const rows = await selectDeliveries(ctx, notificationIds)
  const states = await statesOfMessages(
    ctx,
    rows.map(({ message_id }) => message_id),
  )
  return rows.map((row) => {
    const message = states.get(row.message_id)
    return {
      id: row.id,
      notification_id: row.notification_id,
      kind: row.kind as AlertDelivery['kind'],
      recipient: row.recipient,
      name: row.name ?? '',
      is_escalation: row.level > 0,
      state: stateOf(message),
      is_merged: message?.isMerged ?? false,
      raised_at: row.raised_at.toString(),
      queued_at: row.created_at.toString(),
      sent_at: message?.sentAt?.toString() ?? null,
      delivered_at: message?.delivery === 'delivered' ? (message.deliveryAt?.toString() ?? null) : null,
      opened_at: row.opened_at?.toString() ?? null,
      opened_by: row.opened_name,
      acknowledged_at: row.acknowledged_at?.toString() ?? null,
      acknowledged_by: row.acknowledged_name,
      attempts: message?.attempts ?? 0,
      failure: message?.failure ?? null,
    }
  })
}
