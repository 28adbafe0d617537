import { undoSeconds } from '@eupnea/contract/notifications.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { earlierBy, now } from '../platform/instants.ts'
import type { Viewer } from './notifications.sql.ts'

/** Who takes care of a notification, in the table notifications: each change names what it must still be. */

/** Includes earlier notifications of the same episode: until 1.6.0 a worse severity raised another one. */
const withEarlier = (id: string) => sql<SqlBool>`id = any(array(
  select b.id from notifications a join notifications b on b.episode_id = a.episode_id and b.created_at < a.created_at
  where a.id = ${id}) || ${id}::text)`

const handleEarlier = ({ db }: Ctx, id: string, values: UpdateObject<DB, 'notifications'>) =>
  db.updateTable('notifications').set(values).where(withEarlier(id)).where('acknowledged_at', 'is', null).execute()

const hasNotEnded = sql<SqlBool>`not exists (select from episodes e where e.id = episode_id and e.ended_at is not null)
  and not exists (select from monitoring_outages o where o.id = outage_id and o.ended_at is not null)`

/** Nobody takes care of it: it isn't acknowledged, or is a danger that asks again, as in listed_notifications (AN-5). */
const isUnacknowledged = sql<SqlBool>`(acknowledged_at is null
  or (severity = 'danger' and acknowledged_at <= now() - interval '30 minutes' and ${hasNotEnded}))`

/** The first person gets it. @returns false when somebody was quicker, or it no longer has that severity */
export async function acknowledge(ctx: Ctx, viewer: Viewer, id: string, severity?: string): Promise<boolean> {
  const values = {
    acknowledged_at: now,
    acknowledged_by: viewer.id,
    acknowledged_name: viewer.name,
  }
  const first = await ctx.db
    .updateTable('notifications')
    .set(values)
    .where('id', '=', id)
    .where(isUnacknowledged)
    .$if(severity !== undefined, (query) => query.where('severity', '=', severity!))
    .executeTakeFirst()
  if (first.numUpdatedRows === 0n) return false
  await handleEarlier(ctx, id, values)
  return true
}

const isRecent = (at: 'acknowledged_at' | 'snoozed_at') =>
  sql<SqlBool>`${sql.ref(at)} > now() - make_interval(secs => ${undoSeconds})`

/** @returns false unless the viewer acknowledged it, less than `undoSeconds` ago */
export async function unacknowledge({ db }: Ctx, viewer: Viewer, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ acknowledged_at: null, acknowledged_by: null, acknowledged_name: null })
    .where(withEarlier(id))
    .where('acknowledged_at', '=', sql<Temporal.Instant>`(select acknowledged_at from notifications where id = ${id})`)
    .where('acknowledged_by', '=', viewer.id)
    .where(isRecent('acknowledged_at'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The first person's snooze holds until it ends; they may change it.
 * @param severity that allows this end
 * @returns false when it no longer has that severity, is acknowledged, snoozed by somebody else, or has ended
 */
export async function snooze(
  ctx: Ctx,
  viewer: Viewer,
  { id, severity, until }: { readonly id: string; readonly severity: string; readonly until: Temporal.Instant },
): Promise<boolean> {
  const values = {
    snoozed_until: until,
    snoozed_at: now,
    snoozed_by: viewer.id,
    snoozed_name: viewer.name,
  }
  const own = await ctx.db
    .updateTable('notifications')
    .set(values)
    .where('id', '=', id)
    .where('severity', '=', severity)
    .where(isUnacknowledged)
    .where(sql<SqlBool>`(snoozed_until is null or snoozed_until <= now() or snoozed_by = ${viewer.id})`)
    .where(hasNotEnded)
    .executeTakeFirst()
  if (own.numUpdatedRows === 0n) return false
  await handleEarlier(ctx, id, values)
  return true
}

/** @returns false unless the viewer snoozed it, less than `undoSeconds` ago */
export async function unsnooze({ db }: Ctx, viewer: Viewer, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ snoozed_until: null, snoozed_at: null, snoozed_by: null, snoozed_name: null })
    .where(withEarlier(id))
    .where('snoozed_at', '=', sql<Temporal.Instant>`(select snoozed_at from notifications where id = ${id})`)
    .where('snoozed_by', '=', viewer.id)
    .where('snoozed_until', '>', now)
    .where(isRecent('snoozed_at'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * After the database's clock has been set back, acknowledgements and snoozes dated in the future count from now, so that
 * a danger isn't silent for longer than intended.
 * @returns clinics
 */
export async function bringBackHandling({ db }: Ctx): Promise<string[]> {
  const changed = await db
    .updateTable('notifications')
    .set({
      acknowledged_at: earlierBy('acknowledged_at', 'acknowledged_at'),
      snoozed_until: earlierBy('snoozed_until', 'snoozed_at'),
      snoozed_at: earlierBy('snoozed_at', 'snoozed_at'),
    })
    .where('id', '=', sql<string>`any(array(select notification_id from current_notifications))`)
    .where(sql<SqlBool>`greatest(acknowledged_at, snoozed_at) > now() + interval '1 minute'`)
    .returning('clinic_id')
    .execute()
  return [...new Set(changed.map(({ clinic_id }) => clinic_id))]
}

/** Holds a notification as it is until the transaction ends. */
export const lockNotification = ({ db }: Ctx, id: string) =>
  db.selectFrom('notifications').where('id', '=', id).select('severity').forUpdate().executeTakeFirst()
