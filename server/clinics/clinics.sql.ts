import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { keepsPlan, readsAlone } from '../platform/database-driver.ts'
import { naturally } from '../platform/natural-order.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import { beginsWith, hasWords, isIn } from '../platform/text-search.ts'

/** Tables of this noun: clinics; and the view resident_places. */

export type ClinicRow = Selectable<DB['clinics']>

const byId = (db: Ctx['db'], id: string) =>
  db.selectFrom('clinics').modifyFront(keepsPlan).where('id', '=', id).selectAll()

export const selectClinic = ({ db }: Ctx, id: string): Promise<ClinicRow | undefined> => byId(db, id).executeTakeFirst()

/** The same for a call that asks nothing else. */
export const selectClinicAlone = ({ db }: Ctx, id: string): Promise<ClinicRow | undefined> =>
  byId(db, id).modifyFront(readsAlone).executeTakeFirst()

/** Locks the clinic until the transaction ends. */
export const lockClinic = ({ db }: Ctx, id: string): Promise<ClinicRow | undefined> =>
  db.selectFrom('clinics').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirst()

export const selectClinicIdOfSlug = async ({ db }: Ctx, slug: string): Promise<string | undefined> =>
  (await db.selectFrom('clinics').where('slug', '=', slug).select('id').executeTakeFirst())?.id

export const selectClinicNames = async (
  { db }: Ctx,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('clinics')
        .modifyFront(keepsPlan)
        .where('id', '=', sql<string>`any(${ids}::text[])`)
        .select(['id', 'name'])
        .orderBy(naturally('name'))
        .orderBy('id')
        .execute()

/** A page by name, with the count of all. */
export async function selectClinics(
  { db }: Ctx,
  filter: { readonly name?: string; readonly slug?: string },
  page: Page,
): Promise<{ rows: ClinicRow[]; total: number }> {
  let query = db.selectFrom('clinics')
  if (filter.name) query = query.where(isIn(filter.name, 'name'))
  if (filter.slug) query = query.where('slug', '=', filter.slug)
  return selectPage(query.selectAll().orderBy(naturally('name')).orderBy('id'), page)
}

/** The first whose name has all the words. */
export const findClinics = ({ db }: Ctx, words: readonly string[], limit: number) =>
  db
    .selectFrom('clinics')
    .where(hasWords(words, 'name'))
    .select(['id', 'slug', 'name'])
    .orderBy(beginsWith(words, 'name'), 'desc')
    .orderBy(naturally('name'))
    .orderBy('id')
    .limit(limit)
    .execute()

/** @returns undefined when the slug is taken */
export const insertClinic = ({ db }: Ctx, values: Insertable<DB['clinics']>): Promise<ClinicRow | undefined> =>
  db
    .insertInto('clinics')
    .values(values)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()

/** @returns undefined for an unknown clinic */
export const updateClinicRow = (
  { db }: Ctx,
  id: string,
  values: Updateable<DB['clinics']>,
): Promise<ClinicRow | undefined> =>
  db.updateTable('clinics').set(values).where('id', '=', id).returningAll().executeTakeFirst()

/** As saved views have it. */
const inAddress = (floor: string): string => new URLSearchParams({ floor }).toString()

/** Renames floors wherever they are in use. @returns displays that show one of them */
export const renameFloors = async (
  { db }: Ctx,
  clinic_id: string,
  renamed: readonly { readonly from: string; readonly to: string }[],
): Promise<string[]> => {
  const [former, present] = [renamed.map(({ from }) => from), renamed.map(({ to }) => to)]
  const { rows } = await sql<{ id: string }>`
    select id from rename_floors(${clinic_id}, ${former}::text[], ${present}::text[],
      ${former.map(inAddress)}::text[], ${present.map(inAddress)}::text[]) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns the previous logo's file and the clinic as it is now; undefined for an unknown clinic */
export async function replaceLogo(
  ctx: Ctx,
  id: string,
  logo: string | null,
): Promise<{ before: string | null; row: ClinicRow } | undefined> {
  const held = await ctx.db.selectFrom('clinics').select('logo').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = held && (await updateClinicRow(ctx, id, { logo }))
  return row && { before: held.logo, row }
}

/** Deletes a demonstration clinic and everything tied to it by foreign keys. @returns false for any other clinic */
export async function deleteDemoClinic({ db }: Ctx, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('clinics').where('id', '=', id).where('is_demo', '=', true).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Active residents of a clinic by floor. */
export const countResidentsByFloor = ({ db }: Ctx, clinic_id: string) =>
  db
    .selectFrom('resident_places')
    .where('clinic_id', '=', clinic_id)
    .where('status', '=', 1)
    .groupBy('floor')
    .select((select) => ['floor', select.fn.countAll<number>().as('residents')])
    .execute()

/** Demonstration clinics; at most one, unless an operator has created another. */
export const selectDemoClinicIds = async ({ db }: Ctx): Promise<string[]> =>
  (await db.selectFrom('clinics').select('id').where('is_demo', '=', true).execute()).map(({ id }) => id)

export const selectZones = ({ db }: Ctx, clinic_id?: string) =>
  db
    .selectFrom('clinics')
    .select(['id', 'tz'])
    .$if(clinic_id !== undefined, (query) => query.where('id', '=', clinic_id!))
    .execute()

export const selectAlertSettings = async ({ db }: Ctx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('clinics')
        .where('id', 'in', ids)
        .select(['id', 'name', 'tz', 'locale', 'alert_recipients', 'escalation_minutes', 'escalation_recipients'])
        .execute()

/** When each clinic's daily report is sent, and to whom (RP-5). */
export const reportSchedules = ({ db }: Ctx) =>
  db
    .selectFrom('clinics')
    .select(['id', 'name', 'tz', 'daily_report_time', 'daily_report_recipients', 'created_at'])
    .where(({ eb, fn }) => eb(fn<number>('cardinality', ['daily_report_recipients']), '>', 0))
    .orderBy('id')
    .execute()
export type ReportSchedule = Awaited<ReturnType<typeof reportSchedules>>[number]

/** Whether somebody belongs to the clinic. Nobody can take that away before the transaction ends. */
export const holdRight = async ({ db }: Ctx, user_id: string, clinic_id: string): Promise<boolean> =>
  (await sql<{ is_held: boolean }>`select hold_right(${user_id}, ${clinic_id}) as is_held`.execute(db)).rows[0]!.is_held
