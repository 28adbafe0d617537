import type { Receiver, ReceiverDelivery } from '@eupnea/contract/receivers.ts'
import type { DeliveryRow } from './outbox.sql.ts'

/** Deliveries to another system, as its administrators see them (AN-12, EH-5). */

/** One that was only kept, because no node sends, shows as queued. */
const stateOf = ({ status }: DeliveryRow): ReceiverDelivery['state'] =>
  status === 'sent' || status === 'failed' ? status : 'queued'

/** What became of the newest. */
export const lastOf = (row: DeliveryRow | undefined): Receiver['last'] =>
  row
    ? { at: (row.sent_at ?? row.taken_at ?? row.created_at).toString(), state: stateOf(row), failure: row.failure }
    : null

export const deliveryAnswer = (row: DeliveryRow): ReceiverDelivery => ({
  id: row.id,
  notification_id: row.notification_id!,
  // For deliveries to other systems, the subject is the event's type.
  type: row.subject as ReceiverDelivery['type'],
  state: stateOf(row),
  queued_at: row.created_at.toString(),
  sent_at: row.sent_at?.toString() ?? null,
  attempts: row.attempts,
  failure: row.failure,
  acknowledged_at: row.opened_at?.toString() ?? null,
})
