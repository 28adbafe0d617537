import type { DB } from '@eupnea/db/types.ts'
import type { Insertable, NotNull, Selectable, Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { lock } from '../platform/lock.ts'
import type { Period } from '../platform/period.ts'

/** Table of this noun: leaves, with the views current_leaves and leave_spans. */

export type LeaveRow = Selectable<DB['leaves']>

const mostEarlier = 50

/** Leaves of a resident are changed one after the other. */
export const lockLeaves = ({ db }: Ctx, resident_id: string): Promise<void> => lock(db, `leaves ${resident_id}`)

/** The leave that is running or comes next at `now`. */
export const selectCurrentLeave = ({ db }: Ctx, resident_id: string, now: Temporal.Instant) =>
  db.selectFrom('leaves').selectAll().where('resident_id', '=', resident_id).where('until', '>', now).executeTakeFirst()

/** Those that have ended by `now`, newest first. */
export const selectEarlierLeaves = ({ db }: Ctx, resident_id: string, now: Temporal.Instant): Promise<LeaveRow[]> =>
  db
    .selectFrom('leaves')
    .selectAll()
    .where('resident_id', '=', resident_id)
    .where('until', '<=', now)
    .orderBy('until', 'desc')
    .limit(mostEarlier)
    .execute()

export const insertLeave = async ({ db }: Ctx, values: Insertable<DB['leaves']>): Promise<void> =>
  void (await db.insertInto('leaves').values(values).execute())

export const updateLeave = async ({ db }: Ctx, id: number, values: Updateable<DB['leaves']>): Promise<void> =>
  void (await db.updateTable('leaves').set(values).where('id', '=', id).execute())

export const deleteLeave = async ({ db }: Ctx, id: number): Promise<void> =>
  void (await db.deleteFrom('leaves').where('id', '=', id).execute())

/** When the clinic's residents were on leave in the period. @param resident_id only this resident */
export const selectLeaves = async (
  { db }: Ctx,
  clinic_id: string,
  { since, until }: Period,
  resident_id?: string,
): Promise<({ resident_id: string } & Period)[]> =>
  db
    .selectFrom('leave_spans')
    .select(['resident_id', 'since', 'until'])
    .where('clinic_id', '=', clinic_id)
    .$if(resident_id !== undefined, (query) => query.where('resident_id', '=', resident_id!))
    .where('since', '<', until)
    .where('until', '>', since)
    .$narrowType<{ resident_id: NotNull; since: NotNull; until: NotNull }>()
    .execute()
