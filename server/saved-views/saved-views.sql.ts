import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Table of this noun: saved_views. A person sees their own. */

export type SavedViewRow = Selectable<DB['saved_views']>

/** By name. */
export const selectSavedViews = ({ db }: Ctx, user_id: string, list: string): Promise<SavedViewRow[]> =>
  db
    .selectFrom('saved_views')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('list', '=', list)
    .orderBy(sql`fold(name)`)
    .orderBy('id')
    .execute()

export const selectSavedView = ({ db }: Ctx, user_id: string, id: string): Promise<SavedViewRow | undefined> =>
  db.selectFrom('saved_views').selectAll().where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst()

export const insertSavedView = ({ db }: Ctx, row: Insertable<DB['saved_views']>): Promise<SavedViewRow> =>
  db.insertInto('saved_views').values(row).returningAll().executeTakeFirstOrThrow()

export const updateName = async ({ db }: Ctx, id: string, name: string): Promise<void> =>
  void (await db.updateTable('saved_views').set({ name }).where('id', '=', id).execute())

export const deleteRow = async ({ db }: Ctx, id: string): Promise<void> =>
  void (await db.deleteFrom('saved_views').where('id', '=', id).execute())
