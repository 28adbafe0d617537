import { mostUnseen, unseenDays } from '@eupnea/contract/notifications.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { type Page, readPage, type Total } from '../platform/paging.ts'
import { isIn, namesOf } from '../platform/text-search.ts'

/**
 * Tables of this noun: notification_views, and notifications, shared with live/ingest, which raises episodes; the views
 * listed_notifications, which has the state of each, current_notifications and episode_dismissals.
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
 * How far the rate is from the plan's range, breaths per minute; no breathing signal is furthest, and what is about no
 * rate is nearest.
 */
const distance = sql<number>`case
  when n.kind = 'no_breathing' then 'Infinity'::real
  when n.extra_detail ->> 'rr' is null then 0
  else (select greatest((n.extra_detail ->> 'rr')::real - coalesce(p.high, ${defaultPlan.high}),
      coalesce(p.low, ${defaultPlan.low}) - (n.extra_detail ->> 'rr')::real, 0)
    from plans_in_force p where p.resident_id = n.patient_id)
  end`

/**
 * Open ones above those that somebody takes care of; each by severity, distance from the range, and how long it has held
 * (AN-5). Only for those that haven't ended, which are few; the others keep the order of their index.
 */
const inOrder = (query: ReturnType<typeof listed>) =>
  query
    .orderBy(sql`case n.state when 'open' then 0 else 1 end`)
    .orderBy(sql`case n.severity when 'danger' then 0 else 1 end`)
    .orderBy(distance, (order) => order.desc().nullsLast())
    .orderBy('n.raised_at')
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id')

/** What hasn't ended, of a clinic or a resident or of all. */
const current = (of: Pick<NotificationFilter, 'clinic_id' | 'patient_id'>) => {
  const conditions = [sql`true`]
  for (const name of ['clinic_id', 'patient_id'] as const)
    if (of[name] !== undefined) conditions.push(sql`${sql.ref(`c.${name}`)} = ${of[name]}`)
  return sql<SqlBool>`n.id = any (array(
    select c.notification_id from current_notifications c where ${sql.join(conditions, sql` and `)}))`
}

/** Listing of what is current stops here: more than a facility has beds. */
const mostCurrent = 1_000

/** Those of a clinic that haven't ended, in the list's order (AN-1). */
export const selectCurrent = (ctx: Ctx, viewer: Viewer, clinic_id: string): Promise<NotificationRow[]> =>
  inOrder(listed(ctx, viewer)).where(current({ clinic_id })).limit(mostCurrent).execute()

/** Open ones of a clinic, by severity (AN-4). */
export const countOpen = ({ db }: Ctx, clinic_id: string): Promise<{ danger: number; warning: number }> =>
  db
    .selectFrom('listed_notifications as n')
    .where(current({ clinic_id }))
    .where('n.state', '=', 'open')
    .where('n.is_late', '=', false)
    .select([
      sql<number>`(count(*) filter (where n.severity = 'danger'))::int`.as('danger'),
      sql<number>`(count(*) filter (where n.severity <> 'danger'))::int`.as('warning'),
    ])
    .executeTakeFirstOrThrow()

/** A page, with the count of all: first those that haven't ended, in that order; then the others, newest first (AN-5). */
export function selectNotifications(
  ctx: Ctx,
  viewer: Viewer,
  filter: NotificationFilter,
  page: Page,
): Promise<Total & { readonly rows: NotificationRow[] }> {
  const { offset, limit } = page
  const conditions = conditionsOf(filter, viewer)
  const isCurrent = current(filter)
  const matching = ctx.db.selectFrom('listed_notifications as n').where(({ and }) => and(conditions))
  const found = listed(ctx, viewer).where(({ and }) => and(conditions))
  // The history is only searched if ended ones are wanted.
  const isAllCurrent = filter.state !== undefined && filter.state !== 'ended'
  const read = async () => {
    const { currents } = await matching
      .where(isCurrent)
      .select(({ fn }) => fn.countAll<number>().as('currents'))
      .executeTakeFirstOrThrow()
    const first = offset < currents ? await inOrder(found).where(isCurrent).offset(offset).limit(limit).execute() : []
    if (isAllCurrent || first.length === limit) return first
    const others = await found
      .where(sql<SqlBool>`not (${isCurrent})`)
      .orderBy('n.created_at', 'desc')
      .orderBy('n.id')
      .offset(Math.max(0, offset - currents))
      .limit(limit - first.length)
      .execute()
    return [...first, ...others]
  }
  return readPage(ctx, page, read, isAllCurrent ? matching.where(isCurrent) : matching)
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

/**
 * Counts up to `mostUnseen`, the most that is shown: what was raised in the last `unseenDays` or hasn't ended. Every open
 * page asks again and again, so the history of years isn't looked through.
 */
export async function countUnseen({ db }: Ctx, viewer: Viewer, clinic_id: string | undefined): Promise<number> {
  const ofClinic = clinic_id === undefined ? sql`true` : sql`n.clinic_id = ${clinic_id}`
  const { rows } = await sql<{ unseen: number }>`
    select count(*)::int as unseen from (
      (select n.id from notifications n
       where ${ofClinic} and n.created_at > now() - make_interval(days => ${unseenDays})
         and not exists (select from notification_views v where v.notification_id = n.id and v.user_id = ${viewer.id})
       limit ${mostUnseen})
      union
      (select n.id from listed_notifications n where ${current({ clinic_id })} and not ${seenBy(viewer)} limit ${mostUnseen})
      limit ${mostUnseen}
    ) unseen`.execute(db)
  return rows[0]!.unseen
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
    .onConflict((conflict) => conflict.columns(['notification_id', 'user_id']).doUpdateSet({ seen_at: now }))
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}
