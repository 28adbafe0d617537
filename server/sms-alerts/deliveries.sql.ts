import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Messages to single receivers. */

/** @returns the messages of those that are new: an episode tells each receiver once at each level */
export async function insertDeliveries(
  { db }: Ctx,
  rows: readonly Insertable<DB['alert_deliveries']>[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await db
    .insertInto('alert_deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .execute()
  return new Set(inserted.map(({ message_id }) => message_id))
}

/** Deliveries of notifications, or of the episodes that these belong to, with what is known of the notification. */
export const selectDeliveries = async ({ db }: Ctx, notificationIds: readonly string[]) =>
  notificationIds.length === 0
    ? []
    : db
        .selectFrom('alert_notifications as n')
        .innerJoin('alert_deliveries as d', (join) =>
          join.on(
            sql<boolean>`d.clinic_id = n.clinic_id and coalesce(d.episode_id, d.notification_id) = coalesce(n.episode_id, n.id)`,
          ),
        )
        .leftJoin('sms_alerts as a', 'a.id', 'd.sms_alert_id')
        .where('n.id', 'in', notificationIds)
        .select([
          'd.id',
          sql<string>`n.id`.as('notification_id'),
          'd.kind',
          'd.recipient',
          'd.level',
          'd.message_id',
          'd.created_at',
          'd.opened_at',
          'd.opened_name',
          'a.name',
          sql<Temporal.Instant>`n.created_at`.as('raised_at'),
          'n.acknowledged_at',
          'n.acknowledged_name',
        ])
        .orderBy('d.created_at')
        .orderBy('d.level')
        .orderBy('d.recipient')
        .execute()

export type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number]

/** What the link of a message leads to. */
export const selectByToken = ({ db }: Ctx, tokenHash: string) =>
  db
    .selectFrom('alert_deliveries as d')
    .innerJoin('alert_notifications as n', 'n.id', 'd.notification_id')
    .where('d.token_hash', '=', tokenHash)
    .select(['d.clinic_id', 'd.notification_id', 'd.message_id', 'n.resident_id', 'n.extra_detail'])
    .executeTakeFirst()

/** The first who opens it is kept. */
export async function markOpened({ db }: Ctx, messageIds: readonly string[], name: string): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({ opened_at: sql<Temporal.Instant>`now()`, opened_name: name })
    .where('message_id', 'in', messageIds)
    .where('opened_at', 'is', null)
    .execute()
}
