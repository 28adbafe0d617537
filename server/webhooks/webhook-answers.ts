import type { Webhook, WebhookDelivery } from '@eupnea/contract/webhooks.ts'
import { type DeliveryRow, selectLastDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { WebhookRow } from './webhooks.sql.ts'

/** Rows as the contract's webhooks, without secrets, each with its newest delivery. */
export async function webhookAnswers(ctx: Ctx, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const last = await selectLastDeliveriesTo(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    clinic_id: row.clinic_id,
    url: row.url,
    kinds: row.kinds as Webhook['kinds'],
    active: row.disabled_at === null,
    created_at: row.created_at.toString(),
    disabled_at: row.disabled_at?.toString() ?? null,
    disabled_because: row.disabled_because as Webhook['disabled_because'],
    former_until: isOver(row.former_until) ? null : row.former_until!.toString(),
    last: lastOf(last.get(row.id)),
  }))
}

export const webhookAnswer = async (ctx: Ctx, row: WebhookRow): Promise<Webhook> =>
  (await webhookAnswers(ctx, [row]))[0]!

const isOver = (until: Temporal.Instant | null): boolean =>
  until === null || Temporal.Instant.compare(until, Temporal.Now.instant()) <= 0

const lastOf = (row: DeliveryRow | undefined): Webhook['last'] =>
  row
    ? { at: (row.sent_at ?? row.taken_at ?? row.created_at).toString(), state: stateOf(row), failure: row.failure }
    : null

/** Without a node that sends, it stays as if queued. */
const stateOf = ({ status }: DeliveryRow): WebhookDelivery['state'] =>
  status === 'sent' || status === 'failed' ? status : 'queued'

export const deliveryAnswer = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  notification_id: row.notification_id!,
  // Of what a webhook posts, the subject is its type.
  type: row.subject as WebhookDelivery['type'],
  state: stateOf(row),
  queued_at: row.created_at.toString(),
  sent_at: row.sent_at?.toString() ?? null,
  attempts: row.attempts,
  failure: row.failure,
  acknowledged_at: row.opened_at?.toString() ?? null,
})
