import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Table of this file: user_clinics. */

/** Gives all these clinics to all these users. @returns the new rows */
export const insertUserClinics = (
  { db }: Ctx,
  user_ids: readonly string[],
  clinic_ids: readonly string[],
): Promise<{ user_id: string; clinic_id: string }[]> =>
  db
    .insertInto('user_clinics')
    .columns(['user_id', 'clinic_id'])
    .expression(
      sql`select user_id, clinic_id from unnest(${user_ids}::text[]) user_id, unnest(${clinic_ids}::text[]) clinic_id`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'clinic_id'])
    .execute()

/** Removes all of a user's clinics except these. @returns the removed ones */
export const deleteOtherClinics = async (
  { db }: Ctx,
  user_id: string,
  clinic_ids: readonly string[],
): Promise<string[]> =>
  (
    await db
      .deleteFrom('user_clinics')
      .where('user_id', '=', user_id)
      .where('clinic_id', '<>', sql<string>`all(${clinic_ids}::text[])`)
      .returning('clinic_id')
      .execute()
  ).map((row) => row.clinic_id)

/** Removes the clinic from everyone who has it. @returns who had it */
export const deleteClinicOfUsers = async ({ db }: Ctx, clinic_id: string): Promise<string[]> =>
  (await db.deleteFrom('user_clinics').where('clinic_id', '=', clinic_id).returning('user_id').execute()).map(
    (row) => row.user_id,
  )

/** Makes a user administer just these of their clinics. */
export async function setAdminClinics({ db }: Ctx, user_id: string, clinic_ids: readonly string[]): Promise<void> {
  await db
    .updateTable('user_clinics')
    .set({ is_admin: sql<boolean>`not is_admin` })
    .where('user_id', '=', user_id)
    .where(sql<SqlBool>`is_admin <> (clinic_id = any(${clinic_ids}::text[]))`)
    .execute()
}
