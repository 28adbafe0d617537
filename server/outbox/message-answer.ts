import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import type { DeliveryRow } from './outbox.sql.ts'

export const messageAnswer = (row: DeliveryRow): OutboxMessage => ({
  id: row.id,
  kind: row.channel as OutboxMessage['kind'],
  recipient: row.recipient,
  subject: row.subject,
  text: row.body,
  status: row.status as OutboxMessage['status'],
  created_at: row.created_at.toString(),
  sent_at: row.sent_at?.toString() ?? null,
  attempts: row.attempts,
  failure: row.failure,
  delivery: row.delivery as OutboxMessage['delivery'],
  delivery_at: row.delivery_at?.toString() ?? null,
})
