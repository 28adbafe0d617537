import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'

/** Table of this noun: push_subscriptions. A person sees their own. */

export type PushSubscriptionRow = Selectable<DB['push_subscriptions']>

export interface NewSubscription {
  readonly user_id: string
  readonly session_id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly user_agent: string | null
}

export const selectSubscriptions = ({ db }: Ctx, user_id: string): Promise<PushSubscriptionRow[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const selectOwnSubscription = (
  { db }: Ctx,
  user_id: string,
  id: string,
): Promise<PushSubscriptionRow | undefined> =>
  db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst()

/** Whoever's they are. */
export async function selectSubscriptionsById(
  { db }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PushSubscriptionRow>> {
  const rows = await db.selectFrom('push_subscriptions').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of these people, whoever they are. */
export const selectSubscriptionsOf = async ({ db }: Ctx, userIds: readonly string[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('push_subscriptions')
        .select(['id', 'user_id'])
        .where('user_id', 'in', [...new Set(userIds)])
        .orderBy('id')
        .execute()

/** Ends what others have in this browser. */
export async function leaveEndpoint({ db }: Ctx, endpoint: string, user_id: string): Promise<void> {
  await sql`select leave_endpoint(${endpoint}, ${user_id})`.execute(db)
}

/** Adds the browser, or renews its keys. */
export const saveSubscription = ({ db }: Ctx, values: NewSubscription): Promise<PushSubscriptionRow> =>
  db
    .insertInto('push_subscriptions')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet(({ ref }) => ({
        session_id: ref('excluded.session_id'),
        p256dh: ref('excluded.p256dh'),
        auth: ref('excluded.auth'),
        user_agent: ref('excluded.user_agent'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Ties it to the person's current session, with which it ends. @returns false when it isn't theirs */
export async function tieToSession(
  { db }: Ctx,
  { user_id, session_id, endpoint }: Pick<NewSubscription, 'user_id' | 'session_id' | 'endpoint'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_subscriptions')
    .set({ session_id })
    .where('user_id', '=', user_id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteSubscription({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Keeps since when. */
export async function markRefused({ db }: Ctx, id: string): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ refused_at: now })
    .where('id', '=', id)
    .where('refused_at', 'is', null)
    .execute()
}

export async function markSuccess({ db }: Ctx, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ last_success_at: now, refused_at: null })
    .where('id', 'in', ids)
    .execute()
}
