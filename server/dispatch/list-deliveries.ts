import type { AlertDelivery } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { deliveriesOf } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { selectNames } from '../sms-alerts/index.ts'
import { type Facts, isForSystems, selectReceiverNames } from './steps.sql.ts'

/** The messages about a notification, and what became of each (AL-6). */
export async function listDeliveries(ctx: Ctx, { id, created_at, ...facts }: Facts): Promise<AlertDelivery[]> {
  const rows = await deliveriesOf(ctx, [id])
  const names = await selectNames(
    ctx,
    rows.flatMap(({ sms_alert_id }) => sms_alert_id ?? []),
  )
  const receivers = await selectReceiverNames(
    ctx,
    rows.filter(isOtherSystem).map(({ recipient }) => recipient),
  )
  return rows.filter(isForPeople).map((row) => ({
    id: row.id,
    notification_id: id,
    kind: row.channel as AlertDelivery['kind'],
    recipient: isOtherSystem(row) ? (receivers.get(row.recipient) ?? deletedWords(row)) : row.recipient,
    name: names.get(row.sms_alert_id ?? '') ?? '',
    is_escalation: row.step === 'escalated',
    state: row.state,
    is_merged: row.is_merged,
    raised_at: created_at!.toString(),
    queued_at: row.created_at.toString(),
    sent_at: row.sent_at?.toString() ?? null,
    delivered_at: row.delivery === 'delivered' ? (row.delivery_at?.toString() ?? null) : null,
    opened_at: row.opened_at?.toString() ?? null,
    opened_by: row.opened_name,
    acknowledged_at: facts.acknowledged_at?.toString() ?? null,
    acknowledged_by: facts.acknowledged_name,
    attempts: row.attempts ?? 0,
    failure: row.failure,
  }))
}

const isOtherSystem = ({ channel }: { readonly channel: string }): boolean =>
  channel === 'webhook' || channel === 'nurse-call'

const deletedWords = ({ channel }: { readonly channel: string }): string =>
  channel === 'webhook' ? m.webhook_deleted() : m.nurse_call_deleted()

const isForPeople = ({ step }: { readonly step: string | null }): boolean => !isForSystems(step ?? '')
