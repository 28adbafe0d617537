import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { type DeliveryRow, now } from './outbox.sql.ts'

/** Deliveries to webhooks (AN-12); the recipient is the webhook's id. */

const toWebhooks = ({ db }: Ctx) => db.selectFrom('deliveries').where('channel', '=', 'webhook')

/** A page of what was sent to one, newest first, with the count of all. */
export const selectDeliveriesTo = async (
  ctx: Ctx,
  webhookId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: DeliveryRow[]; total: number }> => {
  const query = toWebhooks(ctx).where('recipient', '=', webhookId)
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('no', 'desc').offset(page.offset).limit(page.limit).execute()
  return { rows, total }
}

/** The newest to each. */
export async function selectLastDeliveriesTo(
  ctx: Ctx,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  if (webhookIds.length === 0) return new Map()
  const rows = await toWebhooks(ctx)
    .where('recipient', 'in', webhookIds)
    .selectAll()
    .distinctOn('recipient')
    .orderBy('recipient')
    .orderBy('no', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.recipient, row]))
}

/** What still waits for it is not sent. */
export async function failDeliveriesTo({ db }: Ctx, webhookId: string, failure: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', failure, lease_until: null })
    .where('channel', '=', 'webhook')
    .where('recipient', '=', webhookId)
    .where('status', '=', 'queued')
    .execute()
}

/** The receiver answers again: what waits for its next attempt is sent now. */
export async function hastenDeliveriesTo({ db }: Ctx, webhookId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('channel', '=', 'webhook')
    .where('recipient', '=', webhookId)
    .where('status', '=', 'queued')
    .where('next_attempt_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The one whose address to acknowledge has this token. */
export const selectDeliveryByToken = (ctx: Ctx, tokenHash: string) =>
  toWebhooks(ctx)
    .where('token_hash', '=', tokenHash)
    .select([
      'id',
      'recipient as webhook_id',
      'severity',
      sql<string>`clinic_id`.as('clinic_id'),
      sql<string>`notification_id`.as('notification_id'),
    ])
    .executeTakeFirst()

/** @returns false when its address was used before */
export async function useDelivery(
  { db }: Ctx,
  id: string,
  by: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ opened_at: now, opened_by: by.id, opened_name: by.name })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
