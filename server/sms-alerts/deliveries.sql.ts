import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Messages to individual receivers. */

export interface NewDelivery {
  readonly clinic_id: string
  readonly notification_id: string
  readonly episode_id: string | null
  readonly level: number
  readonly kind: 'mail' | 'sms'
  readonly recipient: string
  readonly sms_alert_id: string | null
  readonly message_id: string
  readonly token_hash: string
}

/** @returns messages of the new rows: an episode notifies each receiver once per level */
export async function insertDeliveries({ db }: Ctx, rows: readonly NewDelivery[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  // One parameter: a statement allows 65,535, and receivers times notifications can be more.
  const inserted = await sql<{
    message_id: string
  }>`insert into alert_deliveries (clinic_id, notification_id, episode_id,
      level, kind, recipient, sms_alert_id, message_id, token_hash)
    select t.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (clinic_id text, notification_id text,
      episode_id text, level smallint, kind text, recipient text, sms_alert_id text, message_id text, token_hash text)
    on conflict do nothing
    returning message_id`.execute(db)
  return new Set(inserted.rows.map(({ message_id }) => message_id))
}

/** Deliveries of notifications, or of their episodes, with the notification's data. */
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

/** The clinics that messages are about, by message. */
export const selectClinicsOf = ({ db }: Ctx, messageIds: readonly string[]) =>
  db
    .selectFrom('alert_deliveries')
    .where(sql<boolean>`message_id = any(${[...messageIds]}::text[])`)
    .select(['message_id', 'clinic_id'])
    .execute()

/** The target of a message's link. */
export const selectByToken = ({ db }: Ctx, tokenHash: string) =>
  db
    .selectFrom('alert_deliveries as d')
    .innerJoin('alert_notifications as n', 'n.id', 'd.notification_id')
    .where('d.token_hash', '=', tokenHash)
    .select(['d.clinic_id', 'd.notification_id', 'd.message_id', 'n.resident_id', 'n.extra_detail'])
    .executeTakeFirst()

/** Only the first person to open it is recorded. */
export async function markOpened(
  { db }: Ctx,
  messageIds: readonly string[],
  opener: { readonly id: string; readonly name: string },
): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({ opened_at: sql<Temporal.Instant>`now()`, opened_by: opener.id, opened_name: opener.name })
    .where('message_id', 'in', messageIds)
    .where('opened_at', 'is', null)
    .execute()
}
