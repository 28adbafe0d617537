import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'

/** Deliveries about notifications. */

/** What became of it; for a merged one, of the message that replaced it. */
const withState = ({ db }: Ctx) =>
  db
    .selectFrom('deliveries as d')
    .leftJoin('deliveries as t', (join) => join.on(sql<boolean>`t.id = coalesce(d.merged_into, d.id)`))
    .select([
      'd.id',
      'd.sms_alert_id',
      'd.created_at',
      't.status',
      't.delivery',
      't.delivery_at',
      't.sent_at',
      't.attempts',
      't.failure',
      sql<boolean>`d.merged_into is not null`.as('is_merged'),
    ])

export const selectNotified = async (ctx: Ctx, notificationIds: readonly string[]) =>
  notificationIds.length === 0
    ? []
    : withState(ctx)
        .where('d.notification_id', 'in', notificationIds)
        .select(['d.notification_id', 'd.channel', 'd.recipient', 'd.step', 'd.opened_at', 'd.opened_name'])
        .orderBy('d.created_at')
        .orderBy('d.step', 'desc')
        .orderBy('d.recipient')
        .execute()

/** When each was sent again, or to others because nobody acknowledged it. */
export const repeatsOf = async ({ db }: Ctx, notificationIds: readonly string[]) =>
  db
    .selectFrom('deliveries')
    .where('notification_id', 'in', notificationIds)
    .where('step', 'in', ['again', 'escalated', 'everyone'])
    // Those of one step are queued in one transaction.
    .groupBy(['notification_id', 'step', 'created_at'])
    .select(['notification_id', 'created_at as at', sql<'again' | 'escalated' | 'everyone'>`step`.as('step')])
    .execute()

/** The last one to each subscription. */
export const selectLastTo = async (ctx: Ctx, smsAlertIds: readonly string[]) =>
  smsAlertIds.length === 0
    ? []
    : withState(ctx)
        .where('d.sms_alert_id', 'in', smsAlertIds)
        .distinctOn('d.sms_alert_id')
        .orderBy('d.sms_alert_id')
        .orderBy('d.created_at', 'desc')
        .execute()

/** The one whose link has this token. */
export const selectByToken = ({ db }: Ctx, tokenHash: string) =>
  db
    .selectFrom('deliveries')
    .where('token_hash', '=', tokenHash)
    .where('notification_id', 'is not', null)
    .select(['id', sql<string>`clinic_id`.as('clinic_id'), sql<string>`notification_id`.as('notification_id')])
    .executeTakeFirst()

/** Only the first person to open it is recorded. */
export async function markOpened(
  { db }: Ctx,
  ids: readonly string[],
  opener: { readonly id: string; readonly name: string },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ opened_at: now, opened_by: opener.id, opened_name: opener.name })
    .where('id', 'in', ids)
    .where('opened_at', 'is', null)
    .execute()
}

/** The push whose token acknowledges; undefined for one that is unknown or used (AN-3). */
export const deliveryToAcknowledge = ({ db }: Ctx, hash: string) =>
  db
    .selectFrom('deliveries')
    .where('acknowledge_hash', '=', hash)
    .where('notification_id', 'is not', null)
    .select(['recipient', 'severity', sql<string>`notification_id`.as('notification_id')])
    .executeTakeFirst()

/** @returns false when it was used in the meantime */
export const useAcknowledgeToken = async ({ db }: Ctx, hash: string): Promise<boolean> =>
  (
    await db
      .updateTable('deliveries')
      .set({ acknowledge_hash: null })
      .where('acknowledge_hash', '=', hash)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
