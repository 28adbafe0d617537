import type { AlertDelivery, SmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { type StateOfMessage, statesOfMessages } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type SmsAlertRow, selectLastMessages } from './sms-alerts.sql.ts'

/** One delivery state from outbox and gateway; undefined: the outbox no longer has the message. */
export const stateOf = (message: StateOfMessage | undefined): AlertDelivery['state'] => {
  if (!message) return 'forgotten'
  return message.status === 'sent' ? (message.delivery ?? 'sent') : message.status
}

/** Rows as the contract's subscriptions, each with its last message. */
export async function smsAlertAnswers(ctx: Ctx, rows: readonly SmsAlertRow[]): Promise<SmsAlert[]> {
  const last = await selectLastMessages(
    ctx,
    rows.map(({ id }) => id),
  )
  const states = await statesOfMessages(
    ctx,
    last.map(({ message_id }) => message_id),
  )
  return rows.map((row) => {
    const message = last.find(({ sms_alert_id }) => sms_alert_id === row.id)
    return {
      id: row.id,
      clinic_id: row.clinic_id,
      phone: row.phone,
      name: row.name,
      active: row.active,
      created_at: row.created_at.toString(),
      disabled_at: row.disabled_at?.toString() ?? null,
      last: message ? { at: message.created_at.toString(), state: stateOf(states.get(message.message_id)) } : null,
    }
  })
}
