import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Notifications that still have to be sent: a trigger on notifications adds the rows. */

export type Facts = Selectable<DB['alert_notifications']> & { readonly id: string; readonly clinic_id: string }

const now = sql<Temporal.Instant>`now()`

export interface Dispatch {
  readonly notification_id: string
  readonly level: number
}

/**
 * Takes due ones and locks them until the transaction ends; other nodes take others.
 * @param only just this one, if still due
 */
export function takeDueDispatches({ db }: Ctx, most: number, only?: Dispatch): Promise<Dispatch[]> {
  let due = db.selectFrom('alert_dispatches').where('done_at', 'is', null).where('due_at', '<=', now)
  if (only) due = due.where('notification_id', '=', only.notification_id).where('level', '=', only.level)
  return due.select(['notification_id', 'level']).orderBy('due_at').limit(most).forUpdate().skipLocked().execute()
}

/** @returns seconds until the next is due, 0 when one is; null when none waits */
export async function secondsToNextDispatch({ db }: Ctx): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('alert_dispatches')
    .where('done_at', 'is', null)
    .select(
      // Without a row, greatest() would give 0 and the caller would never sleep.
      sql<
        number | null
      >`case when count(*) > 0 then greatest(0, extract(epoch from min(due_at) - now()))::float8 end`.as('seconds'),
    )
    .executeTakeFirstOrThrow()
  return seconds
}

export const selectFacts = async ({ db }: Ctx, ids: readonly string[]): Promise<Facts[]> =>
  (await db.selectFrom('alert_notifications').selectAll().where('id', 'in', ids).execute()) as Facts[]

/**
 * How people handled a notification's episode since it was raised; acknowledging a later notification of the episode
 * counts too.
 */
export const selectHandling = ({ db }: Ctx, episodeId: string, since: Temporal.Instant) =>
  db
    .selectFrom('alert_notifications')
    .where('episode_id', '=', episodeId)
    .where('created_at', '>=', since)
    .select([
      sql<boolean>`coalesce(bool_or(acknowledged_at is not null), false)`.as('isAcknowledged'),
      sql<boolean>`coalesce(bool_or(snoozed_until > now()), false)`.as('isSnoozed'),
      sql<boolean>`coalesce(bool_or(ended_at is not null), false)`.as('isOver'),
    ])
    .executeTakeFirstOrThrow()

export async function finishDispatches({ db }: Ctx, done: readonly Dispatch[]): Promise<void> {
  if (done.length === 0) return
  await db
    .updateTable('alert_dispatches')
    .set({ done_at: now })
    .where(
      sql<boolean>`(notification_id, level) in (${sql.join(done.map((one) => sql`(${one.notification_id}, ${one.level}::smallint)`))})`,
    )
    .execute()
}

export async function postponeDispatch({ db }: Ctx, { notification_id, level }: Dispatch, seconds: number) {
  await db
    .updateTable('alert_dispatches')
    .set({ due_at: sql<Temporal.Instant>`now() + make_interval(secs => ${seconds})`, failing_since: null })
    .where('notification_id', '=', notification_id)
    .where('level', '=', level)
    .execute()
}

/** Sending failed: postpones it by as long as it has been failing, or gives up. @returns whether it was given up */
export async function putOffDispatch(
  { db }: Ctx,
  { notification_id, level }: Dispatch,
  { least, most, giveUp }: { least: number; most: number; giveUp: number },
): Promise<boolean> {
  const row = await db
    .updateTable('alert_dispatches')
    .set({
      failing_since: sql<Temporal.Instant>`coalesce(failing_since, now())`,
      due_at: sql<Temporal.Instant>`now() + least(make_interval(secs => ${most}),
        greatest(make_interval(secs => ${least}), now() - failing_since))`,
      done_at: sql<Temporal.Instant | null>`case when failing_since < now() - make_interval(secs => ${giveUp}) then now() end`,
    })
    .where('notification_id', '=', notification_id)
    .where('level', '=', level)
    .where('done_at', 'is', null)
    .returning('done_at')
    .executeTakeFirst()
  return (row?.done_at ?? null) !== null
}

/** Clinics with a notification overdue by at least `seconds`, each with the oldest one's due time. */
export const selectLate = ({ db }: Ctx, seconds: number): Promise<{ clinic_id: string; since: Temporal.Instant }[]> =>
  db
    .selectFrom('alert_dispatches')
    .where('done_at', 'is', null)
    .where(sql<boolean>`coalesce(failing_since, due_at) < now() - make_interval(secs => ${seconds})`)
    .select(['clinic_id', sql<Temporal.Instant>`min(coalesce(failing_since, due_at))`.as('since')])
    .groupBy('clinic_id')
    .execute()

export async function insertEscalations(
  { db }: Ctx,
  rows: readonly { readonly notification_id: string; readonly clinic_id: string; readonly due_at: Temporal.Instant }[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('alert_dispatches')
    .values(rows.map((row) => ({ ...row, level: 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes finished ones that are too old to be needed. */
export async function deleteOldDispatches({ db }: Ctx, days: number): Promise<void> {
  await db
    .deleteFrom('alert_dispatches')
    .where('done_at', '<', sql<Temporal.Instant>`now() - make_interval(days => ${days})`)
    .execute()
}
