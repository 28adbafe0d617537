import { mostUnseen, undoSeconds } from '@eupnea/contract/notifications.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
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

/** Seen, and it hasn't asked again since (AL-7, AN-5). */
const seenBy = ({ id }: Viewer) =>
  sql<boolean>`exists (select from notification_views v where v.notification_id = n.id and v.user_id = ${id}
    and not (n.state = 'open' and coalesce(v.seen_at < n.asks_again_at, false)))`

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

/**
 * How far the rate was from the plan's range, breaths per minute; no breathing signal is furthest, and what is about no
 * rate is nearest. Only of what hasn't ended.
 */
const distance = sql<number | null>`case
  when n.state = 'ended' then null
  when n.kind = 'no_breathing' then 'Infinity'::real
  when n.extra_detail ->> 'rr' is null then 0
  else (select greatest((n.extra_detail ->> 'rr')::real - coalesce(p.high, ${defaultPlan.high}),
      coalesce(p.low, ${defaultPlan.low}) - (n.extra_detail ->> 'rr')::real, 0)
    from plans_in_force p where p.resident_id = n.patient_id)
  end`

/**
 * Open ones above those that somebody takes care of, ended ones last; each by severity, distance from the range, and how
 * long it has held; ended ones by when they were raised, newest first (AN-5).
 */
const inOrder = (query: ReturnType<typeof listed>) =>
  query
    .orderBy(sql`case n.state when 'open' then 0 when 'ended' then 2 else 1 end`)
    .orderBy(sql`case when n.state <> 'ended' and n.severity = 'danger' then 0 else 1 end`)
    .orderBy(distance, (order) => order.desc().nullsLast())
    .orderBy(sql`case when n.state <> 'ended' then n.raised_at end`)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id')

/** What hasn't ended, found by the few episodes and outages that are open. */
const current = (clinic_id: string) =>
  sql<SqlBool>`n.ended_at is null and n.clinic_id = ${clinic_id} and n.id in (
    select m.id from episodes e join notifications m on m.episode_id = e.id
    where e.clinic_id = ${clinic_id} and e.ended_at is null
    union all
    select m.id from monitoring_outages o join notifications m on m.outage_id = o.id
    where o.clinic_id = ${clinic_id} and o.ended_at is null)`

/** Counting and listing of what is current stop here: more than a facility has beds. */
const mostCurrent = 1_000

/** Those of a clinic that haven't ended, in the list's order (AN-1). */
export const selectCurrent = (ctx: Ctx, viewer: Viewer, clinic_id: string): Promise<NotificationRow[]> =>
  inOrder(listed(ctx, viewer)).where(current(clinic_id)).limit(mostCurrent).execute()

/** Open ones of a clinic, by severity (AN-4). */
export const countOpen = ({ db }: Ctx, clinic_id: string): Promise<{ danger: number; warning: number }> =>
  db
    .selectFrom('listed_notifications as n')
    .where(current(clinic_id))
    .where('n.state', '=', 'open')
    .where('n.is_late', '=', false)
    .select([
      sql<number>`(count(*) filter (where n.severity = 'danger'))::int`.as('danger'),
      sql<number>`(count(*) filter (where n.severity <> 'danger'))::int`.as('warning'),
    ])
    .executeTakeFirstOrThrow()

/** A page in that order, with the count of all. */
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
  const rows = await inOrder(listed(ctx, viewer))
    .where(({ and }) => and(conditions))
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

/** Includes earlier notifications of the same episode: until 1.6.0 a worse severity raised another one. */
const withEarlier = (id: string) => sql<SqlBool>`id = any(array(
  select b.id from notifications a join notifications b on b.episode_id = a.episode_id and b.created_at < a.created_at
  where a.id = ${id}) || ${id}::text)`

const hasNotEnded = sql<SqlBool>`not exists (select from episodes e where e.id = episode_id and e.ended_at is not null)
  and not exists (select from monitoring_outages o where o.id = outage_id and o.ended_at is not null)`

/** Nobody takes care of it: it isn't acknowledged, or is a danger that asks again, as in listed_notifications (AN-5). */
const isUnacknowledged = sql<SqlBool>`(acknowledged_at is null
  or (severity = 'danger' and acknowledged_at <= now() - interval '30 minutes' and ${hasNotEnded}))`

/** The first person gets it. @returns false when somebody was quicker, or it no longer has that severity */
export async function acknowledge({ db }: Ctx, viewer: Viewer, id: string, severity?: string): Promise<boolean> {
  const values = {
    acknowledged_at: sql<Temporal.Instant>`now()`,
    acknowledged_by: viewer.id,
    acknowledged_name: viewer.name,
  }
  const first = await db
    .updateTable('notifications')
    .set(values)
    .where('id', '=', id)
    .where(isUnacknowledged)
    .$if(severity !== undefined, (query) => query.where('severity', '=', severity!))
    .executeTakeFirst()
  if (first.numUpdatedRows === 0n) return false
  await db
    .updateTable('notifications')
    .set(values)
    .where(withEarlier(id))
    .where('acknowledged_at', 'is', null)
    .execute()
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
  { db }: Ctx,
  viewer: Viewer,
  { id, severity, until }: { readonly id: string; readonly severity: string; readonly until: Temporal.Instant },
): Promise<boolean> {
  const values = {
    snoozed_until: until,
    snoozed_at: sql<Temporal.Instant>`now()`,
    snoozed_by: viewer.id,
    snoozed_name: viewer.name,
  }
  const own = await db
    .updateTable('notifications')
    .set(values)
    .where('id', '=', id)
    .where('severity', '=', severity)
    .where(isUnacknowledged)
    .where(sql<SqlBool>`(snoozed_until is null or snoozed_until <= now() or snoozed_by = ${viewer.id})`)
    .where(hasNotEnded)
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

/** @returns false unless the viewer snoozed it, less than `undoSeconds` ago */
export async function unsnooze({ db }: Ctx, viewer: Viewer, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ snoozed_until: null, snoozed_at: null, snoozed_by: null, snoozed_name: null })
    .where(withEarlier(id))
    .where('snoozed_at', '=', sql<Temporal.Instant>`(select snoozed_at from notifications where id = ${id})`)
    .where('snoozed_by', '=', viewer.id)
    .where('snoozed_until', '>', sql<Temporal.Instant>`now()`)
    .where(isRecent('snoozed_at'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Holds a notification as it is until the transaction ends. */
export const lockNotification = ({ db }: Ctx, id: string) =>
  db.selectFrom('notifications').where('id', '=', id).select('severity').forUpdate().executeTakeFirst()
