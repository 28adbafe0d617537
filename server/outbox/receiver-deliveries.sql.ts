import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import type { DeliveryRow } from './outbox.sql.ts'

/** Deliveries to webhooks (AN-12) and nurse call systems (EH-5); the recipient is the receiver's id. */

const receivers = ['webhook', 'nurse-call']
const toReceivers = ({ db }: Ctx) => db.selectFrom('deliveries').where('channel', 'in', receivers)

/** A page of what was sent to one receiver, newest first, with the total. */
export const selectDeliveriesTo = async (
  ctx: Ctx,
  receiverId: string,
  page: Page,
): Promise<{ rows: DeliveryRow[]; total: number }> => {
  const query = toReceivers(ctx).where('recipient', '=', receiverId)
  return selectPage(query.selectAll().orderBy('no', 'desc'), page)
}

/** The newest to each. */
export async function selectLastDeliveriesTo(
  ctx: Ctx,
  receiverIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  if (receiverIds.length === 0) return new Map()
  const rows = await toReceivers(ctx)
    .where('recipient', 'in', receiverIds)
    .selectAll()
    .distinctOn('recipient')
    .orderBy('recipient')
    .orderBy('no', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.recipient, row]))
}

/** Gives up what still waits for the receiver. */
export async function failDeliveriesTo({ db }: Ctx, receiverId: string, failure: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', failure, lease_until: null })
    .where('channel', 'in', receivers)
    .where('recipient', '=', receiverId)
    .where('status', '=', 'queued')
    .execute()
}

/** The receiver answers again: what waits for its next attempt is sent now. */
export async function hastenDeliveriesTo({ db }: Ctx, receiverId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('channel', 'in', receivers)
    .where('recipient', '=', receiverId)
    .where('status', '=', 'queued')
    .where('next_attempt_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The one whose address to acknowledge has this token. */
export const selectDeliveryByToken = (ctx: Ctx, tokenHash: string) =>
  toReceivers(ctx)
    .where('channel', '=', 'webhook')
    .where('token_hash', '=', tokenHash)
    .select([
      'id',
      'recipient as webhook_id',
      'severity',
      sql<string>`clinic_id`.as('clinic_id'),
      sql<string>`notification_id`.as('notification_id'),
    ])
    .executeTakeFirst()

/**
 * The newest that a receiver accepted about one of these notifications: what it knows of it. Where it accepted none, the
 * newest that was sent to it, because it may report before its answer is stored, or after the answer was lost.
 */
export const selectDeliveryAbout = (ctx: Ctx, receiverId: string, notificationIds: readonly string[]) =>
  toReceivers(ctx)
    .where('recipient', '=', receiverId)
    .where('notification_id', 'in', notificationIds)
    .where('status', 'in', ['sent', 'queued', 'failed'])
    .where('taken_at', 'is not', null)
    .where('step', 'in', ['raised', 'again'])
    .select([
      'id',
      'severity',
      sql<string>`clinic_id`.as('clinic_id'),
      sql<string>`notification_id`.as('notification_id'),
    ])
    .orderBy(sql`status = 'sent'`, 'desc')
    .orderBy('no', 'desc')
    .executeTakeFirst()

/** @returns `notification receiver` for each receiver that was sent the beginning of one */
export async function selectInformed(ctx: Ctx, notificationIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await toReceivers(ctx)
    .where('notification_id', 'in', notificationIds)
    .where('step', 'in', ['raised', 'again'])
    .select(['notification_id', 'recipient'])
    .execute()
  return new Set(rows.map(({ notification_id, recipient }) => `${notification_id} ${recipient}`))
}

/** Records that its receiver has acknowledged with it. @returns false if it had done so before */
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
