import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import type { MessageRow } from './messages.sql.ts'

export const messageAnswer = (row: MessageRow): OutboxMessage => ({
  id: row.id,
  kind: row.channel as OutboxMessage['kind'],
  recipient: row.recipient,
  recipient_name: row.recipient_name,
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
