import { mostUnseen } from '@eupnea/contract/notifications.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { isIn, namesOf } from '../platform/text-search.ts'

/**
 * Tables of this noun: notification_views, and notifications, shared with live/ingest, which raises episodes; the views
 * listed_notifications, which has the state of each, and episode_dismissals.
 */

/** The person who asks; each person has their own seen state. */
export interface Viewer {
  readonly id: string
  readonly name: string
}

/** Seen, and not reopened by the end of a snooze since (AL-7). */
const seenBy = ({ id }: Viewer) =>
  sql<boolean>`exists (select from notification_views v where v.notification_id = n.id and v.user_id = ${id}
    and not (n.state = 'open' and n.snoozed_until is not null and v.seen_at < n.snoozed_until))`

export type NotificationRow = Selectable<DB['listed_notifications']> & { readonly seen: boolean }

const listed = ({ db }: Ctx, viewer: Viewer) =>
  db.selectFrom('listed_notifications as n').selectAll().select(seenBy(viewer).as('seen'))

export const selectNotification = async (ctx: Ctx, viewer: Viewer, id: string): Promise<NotificationRow | undefined> =>
  listed(ctx, viewer).where('n.id', '=', id).executeTakeFirst()

export interface NotificationFilter {
  readonly clinic_id?: string | undefined
  readonly patient_id?: string | undefined
  readonly seen?: 'true' | 'false' | undefined
  readonly severity?: string | undefined
  readonly kind?: string | undefined
  readonly state?: string | undefined
  readonly search?: string | undefined
  /** [from, until) */
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** A page, newest first, with the count of all. */
export async function selectNotifications(
  ctx: Ctx,
  viewer: Viewer,
  filter: NotificationFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const conditions = conditionsOf(filter, viewer)
  const { total } = await ctx.db
    .selectFrom('listed_notifications as n')
    .where(({ and }) => and(conditions))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total <= page.offset) return { rows: [], total }
  const rows = await listed(ctx, viewer)
    .where(({ and }) => and(conditions))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return { rows, total }
}

function conditionsOf(filter: NotificationFilter, viewer: Viewer): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  for (const name of ['clinic_id', 'patient_id', 'severity', 'kind', 'state'] as const)
    if (filter[name] !== undefined) conditions.push(sql`${sql.ref(`n.${name}`)} = ${filter[name]}`)
  const { seen, search, from, until } = filter
  if (seen) conditions.push(seen === 'true' ? seenBy(viewer) : sql`not ${seenBy(viewer)}`)
  if (search) conditions.push(isIn(search, namesOf('n'), 'n.preferred_name', 'n.room'))
  if (from) conditions.push(sql`n.created_at >= ${Temporal.Instant.from(from)}`)
  if (until) conditions.push(sql`n.created_at < ${Temporal.Instant.from(until)}`)
  return conditions
}

/** Counts up to `mostUnseen`, the most that is shown. */
export async function countUnseen({ db }: Ctx, viewer: Viewer, clinic_id: string | undefined): Promise<number> {
  const unseen = db
    .selectFrom('listed_notifications as n')
    .where(({ and }) => and(conditionsOf({ clinic_id, seen: 'false' }, viewer)))
    .select('n.id')
    .limit(mostUnseen)
    .as('unseen')
  const { count } = await db
    .selectFrom(unseen)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks unseen notifications as seen by the viewer. @returns how many there were */
export async function markSeen(
  { db }: Ctx,
  viewer: Viewer,
  which: { readonly id?: string; readonly clinic_id?: string | undefined },
): Promise<number> {
  const conditions = conditionsOf({ clinic_id: which.clinic_id, seen: 'false' }, viewer)
  if (which.id) conditions.push(sql`n.id = ${which.id}`)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notification_views')
    .columns(['notification_id', 'user_id', 'name'])
    .expression(
      db
        .selectFrom('listed_notifications as n')
        .where(({ and }) => and(conditions))
        .select(['n.id', sql<string>`${viewer.id}::text`.as('user_id'), sql<string>`${viewer.name}::text`.as('name')])
        // In a fixed order, so that two browsers of one person don't deadlock.
        .orderBy('n.id'),
    )
    .onConflict((conflict) =>
      conflict.columns(['notification_id', 'user_id']).doUpdateSet({ seen_at: sql<Temporal.Instant>`now()` }),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** Who has seen it, earliest first. */
export const selectViews = ({ db }: Ctx, notification_id: string) =>
  db
    .selectFrom('notification_views')
    .where('notification_id', '=', notification_id)
    .select(['name', 'seen_at'])
    .orderBy('seen_at')
    .execute()

/** Who ended its episode by dismissing it, and why (WA-12). */
export const selectDismissal = ({ db }: Ctx, episode_id: string) =>
  db
    .selectFrom('episode_dismissals')
    .where('episode_id', '=', episode_id)
    .select(['dismissed_at', 'dismissed_name', 'reason'])
    .executeTakeFirst()

/** Includes earlier notifications of the same episode, because a worse severity raises it again. */
const withEarlier = (id: string) => sql<SqlBool>`(id = ${id} or id in (
  select b.id from notifications a join notifications b on b.episode_id = a.episode_id and b.created_at < a.created_at
  where a.id = ${id}))`

/** The first person gets it. @returns false when somebody was quicker */
export async function acknowledge({ db }: Ctx, viewer: Viewer, id: string): Promise<boolean> {
  const first = await db
    .updateTable('notifications')
    .set({ acknowledged_at: sql`now()`, acknowledged_by: viewer.id, acknowledged_name: viewer.name })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst()
  if (first.numUpdatedRows === 0n) return false
  await db
    .updateTable('notifications')
    .set({ acknowledged_at: sql`now()`, acknowledged_by: viewer.id, acknowledged_name: viewer.name })
    .where(withEarlier(id))
    .where('acknowledged_at', 'is', null)
    .execute()
  return true
}

/** @returns false when it is acknowledged or has ended */
export async function snooze({ db }: Ctx, viewer: Viewer, id: string, minutes: number): Promise<boolean> {
  const values = {
    snoozed_until: sql<Temporal.Instant>`now() + make_interval(mins => ${minutes})`,
    snoozed_by: viewer.id,
    snoozed_name: viewer.name,
  }
  const own = await db
    .updateTable('notifications')
    .set(values)
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .where(
      sql<SqlBool>`not exists (select from episodes e where e.id = episode_id and e.ended_at is not null)
        and not exists (select from monitoring_outages o where o.id = outage_id and o.ended_at is not null)`,
    )
    .executeTakeFirst()
  if (own.numUpdatedRows === 0n) return false
  await db
    .updateTable('notifications')
    .set(values)
    .where(withEarlier(id))
    .where('acknowledged_at', 'is', null)
    .execute()
  return true
}
