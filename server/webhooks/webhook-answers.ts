import type { Webhook } from '@eupnea/contract/webhooks.ts'
import { lastOf, selectLastDeliveriesTo } from '../outbox/index.ts'
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
