import type { SmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { lastDeliveries } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { SmsAlertRow } from './sms-alerts.sql.ts'

/** Rows as the contract's subscriptions, each with its last message. */
export async function smsAlertAnswers(ctx: Ctx, rows: readonly SmsAlertRow[]): Promise<SmsAlert[]> {
  const deliveries = await lastDeliveries(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const last = deliveries.get(row.id)
    return {
      id: row.id,
      clinic_id: row.clinic_id,
      phone: row.phone,
      name: row.name,
      active: row.active,
      created_at: row.created_at.toString(),
      disabled_at: row.disabled_at?.toString() ?? null,
      last: last ? { at: last.at.toString(), state: last.state } : null,
    }
  })
}
