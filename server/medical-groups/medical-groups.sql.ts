import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { naturally } from '../platform/natural-order.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import { isIn } from '../platform/text-search.ts'

/** Tables of this noun: medical_groups, medical_group_clinics; and the view grouped_clinics. */

const withClinicIds = ({ db }: Ctx) =>
  db
    .selectFrom('medical_groups')
    .selectAll()
    .select(
      sql<
        string[]
      >`array(select clinic_id from medical_group_clinics m where m.medical_group_id = medical_groups.id)`.as(
        'clinic_ids',
      ),
    )

export type MedicalGroupRow = Awaited<ReturnType<ReturnType<typeof withClinicIds>['execute']>>[number]

export const selectMedicalGroup = (ctx: Ctx, id: string): Promise<MedicalGroupRow | undefined> =>
  withClinicIds(ctx).where('id', '=', id).executeTakeFirst()

/** A page by name, with the count of all. */
export async function selectMedicalGroups(
  ctx: Ctx,
  { name }: { readonly name?: string },
  page: Page,
): Promise<{ rows: MedicalGroupRow[]; total: number }> {
  let query = withClinicIds(ctx)
  if (name) query = query.where(isIn(name, 'name'))
  return selectPage(query.orderBy(naturally('name')).orderBy('id'), page)
}

/** @returns the id; undefined when the name is taken */
export const insertMedicalGroup = async (
  { db }: Ctx,
  values: Insertable<DB['medical_groups']>,
): Promise<string | undefined> =>
  (
    await db
      .insertInto('medical_groups')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Locks the group until the transaction ends. @returns false when it doesn't exist */
export const lockMedicalGroup = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await db.selectFrom('medical_groups').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined

/** @returns true when another group has the name */
export const isNameTaken = async ({ db }: Ctx, id: string, name: string): Promise<boolean> =>
  (await db
    .selectFrom('medical_groups')
    .select('id')
    // Lower-cased by the database, as in the index: JavaScript's rules differ.
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined

export async function updateMedicalGroupRow(
  { db }: Ctx,
  id: string,
  values: Updateable<DB['medical_groups']>,
): Promise<void> {
  await db.updateTable('medical_groups').set(values).where('id', '=', id).execute()
}

/** @returns false when there is no such group */
export async function deleteMedicalGroupRow({ db }: Ctx, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('medical_groups').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function replaceClinics({ db }: Ctx, medical_group_id: string, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('medical_group_clinics').where('medical_group_id', '=', medical_group_id).execute()
  if (ids.length === 0) return
  await db
    .insertInto('medical_group_clinics')
    .values(ids.map((clinic_id) => ({ medical_group_id, clinic_id })))
    .execute()
}

export interface GroupedClinicRow {
  readonly id: string
  readonly name: string
  readonly tz: string
  readonly medical_groups: { readonly medical_group_id: string; readonly name: string }[]
}

export interface GroupedClinicFilter {
  readonly name?: string | undefined
  /** only the clinics of this group */
  readonly group?: string | undefined
  readonly clinic?: string | undefined
}

/** A page of clinics by name, with the count of all. */
export async function selectGroupedClinics(
  { db }: Ctx,
  { name, group, clinic }: GroupedClinicFilter,
  page?: Page,
): Promise<{ rows: GroupedClinicRow[]; total: number }> {
  let query = db.selectFrom('grouped_clinics')
  if (name) query = query.where(isIn(name, 'name'))
  if (clinic) query = query.where('id', '=', clinic)
  if (group)
    query = query.where('id', 'in', ({ selectFrom }) =>
      selectFrom('medical_group_clinics').select('clinic_id').where('medical_group_id', '=', group),
    )
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  let ordered = query.selectAll().orderBy(naturally('name')).orderBy('id').$castTo<GroupedClinicRow>()
  if (page) ordered = ordered.offset(page.offset).limit(page.limit)
  return { rows: await ordered.execute(), total }
}
