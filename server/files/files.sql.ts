import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Store } from '../platform/file-store.ts'
import { now } from '../platform/instants.ts'

/** Table of this noun: files; and the view linked_files. */

export type FileRow = Omit<Selectable<DB['files']>, 'store'> & { readonly store: Store }

export interface NewFile {
  readonly store: Store
  readonly clinic_id: string
  readonly resident_id: string | null
  readonly name: string
  /** of a daily report: its day, YYYY-MM-DD */
  readonly day?: string
}

/** @returns its id, which is its key in the store too */
export const insertPending = async ({ db }: Ctx, values: NewFile): Promise<string> =>
  (await db.insertInto('files').values(values).returning('id').executeTakeFirstOrThrow()).id

/** @returns false when a job meanwhile swept it as abandoned */
export async function markKept({ db }: Ctx, id: string, facts: { type: string; bytes: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ ...facts, state: 'kept', changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the type and size of a file that has fully arrived. @returns false when a job swept it as abandoned */
export async function markArrived({ db }: Ctx, id: string, facts: { type: string; bytes: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ ...facts, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives this resident's arrived file, if it has no owner yet, to one. @returns whether it could */
export async function keepArrived({ db }: Ctx, id: string, resident_id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'kept', changed_at: now })
    .where('id', '=', id)
    .where('resident_id', '=', resident_id)
    .where('state', '=', 'pending')
    .where('type', '<>', '')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Detaches a file from its owner; after the commit a job removes it from the store. */
export async function removeFile({ db }: Ctx, id: string): Promise<void> {
  await db.updateTable('files').set({ state: 'removed', changed_at: now }).where('id', '=', id).execute()
}

export const selectKept = async ({ db }: Ctx, id: string): Promise<FileRow | undefined> =>
  (await db.selectFrom('files').selectAll().where('id', '=', id).where('state', '=', 'kept').executeTakeFirst()) as
    | FileRow
    | undefined

export const selectFacts = ({ db }: Ctx, ids: readonly string[]) =>
  db.selectFrom('files').select(['id', 'name', 'type', 'bytes']).where('id', 'in', ids).execute()

/** A document that a link may open; undefined, too, once its resident is deleted. */
export const selectLinked = ({ db }: Ctx, id: string) =>
  db
    .selectFrom('linked_files')
    .select(['clinic_id', 'resident_id', 'is_present'])
    .where('file_id', '=', id)
    .executeTakeFirst()

/**
 * Takes files whose owner is gone, that were removed, or whose upload broke off: once committed, nobody can keep them
 * any more. Includes those that an interrupted sweep had taken.
 */
export const takeAbandoned = ({ db }: Ctx, limit: number): Promise<Pick<FileRow, 'id' | 'store'>[]> =>
  db
    .updateTable('files')
    .set({ state: 'removed' })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('files')
        .select('id')
        .where(({ or, and, eb }) =>
          or([
            eb('state', '=', 'removed'),
            and([eb('state', '=', 'pending'), eb('changed_at', '<', sql<Temporal.Instant>`now() - interval '1 hour'`)]),
            and([eb('state', '=', 'kept'), eb('clinic_id', 'is', null)]),
            and([eb('state', '=', 'kept'), eb('store', '=', 'face-sheets'), eb('resident_id', 'is', null)]),
          ]),
        )
        .orderBy('changed_at')
        .limit(limit)
        // Skips files that a note is claiming right now.
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'store'])
    .$castTo<Pick<FileRow, 'id' | 'store'>>()
    .execute()

export async function deleteFileRow({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute()
}
