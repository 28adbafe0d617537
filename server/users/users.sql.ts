import { adminFeatureGroup } from '@eupnea/contract/access.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { type Ctx, seesAll } from '../platform/context.ts'
import { keepsPlan, readsAlone } from '../platform/database-driver.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'
import { naturallyAnyCase } from '../platform/natural-order.ts'
import { hasUsualSize, type Page, readPage, readSought, type Total } from '../platform/paging.ts'
import { isIn, isInMany } from '../platform/text-search.ts'

/**
 * Tables of this noun: users (shared with the sessions noun), user_clinics (user-clinics.sql.ts). Reads the view
 * clinic_names.
 */

/** A name in both orders, as it is searched. */
export const foldedNames = { folded: 'names_folded' }

const columns = [
  'users.id',
  'email',
  'email_verified',
  'users.name',
  'created_at',
  'user_type',
  'groups',
  'first_name',
  'last_name',
  'dob',
  'gender',
  'is_otp_enabled',
  'weight_kg',
  'height_cm',
  'is_cpro_app_member',
  'm_credentials',
  'm_npi',
  'contact',
  'status',
  'last_login',
] as const

interface ClinicOfUser {
  readonly id: string
  readonly is_admin: boolean
  /** null: the caller may not see the clinic */
  readonly name: string | null
}

/** Their clinics by name, in one expression: a second one would cost as much again. */
const clinics = sql<ClinicOfUser[]>`(
  select coalesce(json_agg(json_build_object('id', c.clinic_id, 'is_admin', c.is_admin, 'name', n.name)
    order by n.name collate numeric_order, c.clinic_id), '[]')
  from user_clinics c left join clinic_names n on n.clinic_id = c.clinic_id where c.user_id = users.id)`

const withClinics = ({ db }: Ctx) => db.selectFrom('users').select(columns).select(clinics.as('clinics'))

const userRow = ({ clinics, ...row }: Awaited<ReturnType<ReturnType<typeof withClinics>['execute']>>[number]) => {
  const ids = (held: readonly ClinicOfUser[]) => held.map(({ id }) => id).sort()
  return {
    ...row,
    clinic_ids: ids(clinics),
    admin_clinic_ids: ids(clinics.filter(({ is_admin }) => is_admin)),
    /** those that the caller may see, by name */
    clinic_list: clinics.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }])),
  }
}

export type UserRow = ReturnType<typeof userRow>

const readUsers = async (query: ReturnType<typeof withClinics>): Promise<UserRow[]> =>
  (await query.execute()).map(userRow)

/** Users the actor may see: everyone, or themselves and the people of their clinics (FA-4). */
export function isInSight({ actor }: Ctx): Expression<SqlBool> {
  if (seesAll(actor)) return sql<SqlBool>`true`
  const clinics = 'clinicIds' in actor ? actor.clinicIds : []
  const own = actor.type === 'user' ? actor.id : ''
  return sql<SqlBool>`(users.id = ${own} or exists (
    select from user_clinics where user_id = users.id and clinic_id = any(${[...clinics]}::text[])))`
}

export const selectUser = async (ctx: Ctx, id: string): Promise<UserRow | undefined> =>
  (await readUsers(withClinics(ctx).where('users.id', '=', id).where(isInSight(ctx))))[0]

/** The user with this address, visible or not, because each address has only one account. */
export const userOfEmail = ({ db }: Ctx, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'user_type', 'groups', 'name', 'email', 'first_name', 'status'])
    .where('email', '=', email)
    .executeTakeFirst()
export type UserOfEmail = NonNullable<Awaited<ReturnType<typeof userOfEmail>>>

/** The existing ones of these users, locked until the transaction ends, always in the same order. */
export const lockUsers = (ctx: Ctx, ids: readonly string[]): Promise<UserRow[]> =>
  readUsers(
    withClinics(ctx).where('users.id', '=', sql<string>`any(${ids}::text[])`).orderBy('users.id').forUpdate('users'),
  )

/** The existing ones of these users. */
export const selectUsersById = (ctx: Ctx, ids: readonly string[]): Promise<UserRow[]> =>
  readUsers(withClinics(ctx).where('users.id', '=', sql<string>`any(${ids}::text[])`))

const familyName = naturallyAnyCase('last_name')
const givenName = naturallyAnyCase('first_name')

/** Sort keys; users who never signed in come first. */
const sorts = {
  name: [familyName, givenName],
  email: [sql.ref('email')],
  user_type: [sql.ref('user_type'), familyName, givenName],
  created_at: [sql.ref('created_at')],
  last_login: [sql.ref('last_login')],
} as const
type UserSort = keyof typeof sorts

export interface UserFilter {
  readonly types: readonly string[]
  readonly name?: string
  readonly email?: string
  readonly user_id?: string
  readonly status?: number
  readonly clinic_id?: string
  readonly sort: UserSort
  readonly order: 'asc' | 'desc'
}

/** A page with the count of all. Only the page's rows are read in full; skipped rows are skipped in an index. */
export async function selectUsers(
  ctx: Ctx,
  filter: UserFilter,
  page: Page,
): Promise<Total & { readonly rows: UserRow[] }> {
  const matching = ctx.db.selectFrom('users').where(({ and }) => and(conditionsOf(ctx, filter)))
  const order = orderOf(filter)
  const isKept = page.offset === 0 && hasUsualSize(page)
  const first = () =>
    withClinics(ctx)
      .where(({ and }) => and(conditionsOf(ctx, filter)))
      .orderBy(order)
      .limit(sql.lit(page.limit))
      .modifyFront(readsAlone)
      .$if(isKept, (query) => query.modifyFront(keepsPlan))
  const chosen = (from: typeof matching) => {
    const ids = from.select('users.id').orderBy(order).limit(sql.lit(page.limit))
    return withClinics(ctx)
      .modifyFront(readsAlone)
      .innerJoin((page.offset === 0 ? ids : ids.offset(page.offset)).as('page'), (join) =>
        join.onRef('page.id', '=', 'users.id'),
      )
      .orderBy(order)
  }
  if (!filter.name && !filter.email)
    return readPage(ctx, page, () => readUsers(page.offset === 0 ? first() : chosen(matching)), matching)
  // A few are found by their trigrams and sorted. Of many, the first are soon met in the index of names.
  const few = () => ctx.db.selectFrom(matching.selectAll().offset(sql.lit(0)).as('users')) as typeof matching
  const many = () => ctx.db.selectFrom('users').where(({ and }) => and(conditionsOf(ctx, filter, isInMany)))
  const read = (isFew: boolean) =>
    readUsers(isFew ? chosen(few()) : chosen(many()).$if(isKept, (query) => query.modifyFront(keepsPlan)))
  return readSought(ctx, page, read, matching)
}

function conditionsOf(
  ctx: Ctx,
  { types, name, email, user_id, status, clinic_id }: UserFilter,
  contains: typeof isInMany = isIn,
): Expression<SqlBool>[] {
  const conditions = [isInSight(ctx)]
  if (types.length > 0) conditions.push(sql<SqlBool>`user_type in (${sql.join(types)})`)
  if (user_id) conditions.push(sql<SqlBool>`users.id = ${user_id}`)
  if (status !== undefined) conditions.push(sql<SqlBool>`status = ${status}`)
  if (clinic_id)
    conditions.push(
      sql<SqlBool>`exists (select from user_clinics where user_id = users.id and clinic_id = ${clinic_id})`,
    )
  if (name) conditions.push(contains(name, foldedNames))
  if (email) conditions.push(contains(email, 'email'))
  return conditions
}

/** All keys in the same direction, so that one index serves both. */
function orderOf({ sort, order }: Pick<UserFilter, 'sort' | 'order'>) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const nulls = sort !== 'last_login' ? sql`` : order === 'asc' ? sql` nulls first` : sql` nulls last`
  const parts = [...sorts[sort].map((part) => sql`${part} ${direction}${nulls}`), sql`users.id ${direction}`]
  return sql`${sql.join(parts)}`
}

/** @returns the id; undefined when the e-mail is taken */
export const insertUser = async ({ db }: Ctx, values: Insertable<DB['users']>): Promise<string | undefined> =>
  (
    await db
      .insertInto('users')
      .values(values)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/**
 * Changes a user unless their new e-mail address is taken; waits for a concurrent change that takes it.
 * @returns false when it is taken
 */
export async function updateUserRow({ db }: Ctx, id: string, values: Updateable<DB['users']>): Promise<boolean> {
  try {
    await db
      .updateTable('users')
      .set({ ...values, updated_at: now })
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if ((error as { code?: string; constraint?: string }).constraint === 'users_email_key') return false
    throw error
  }
}

/** @returns false when the user already has that status, or doesn't exist */
export async function moveUserStatus({ db }: Ctx, id: string, status: 0 | 1): Promise<boolean> {
  const moved = await db
    .updateTable('users')
    .set({ status, updated_at: now })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Deletes a user and, through foreign keys, their sessions, password and clinics. */
export async function deleteUserRow({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** Makes changes to rights run one at a time: later ones wait for the transaction to end. */
export const lockRights = ({ db }: Ctx): Promise<void> => lock(db, 'eupnea_rights')

/**
 * Whether another Superadmin who may sign in remains, whatever the house's directory says (SI-1). Only reliable after
 * `lockRights`.
 */
export async function hasOtherSuperadmin({ db }: Ctx, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where(sql<SqlBool>`groups @> '{sa}'`)
    .where('user_type', '=', 'sa')
    .where('status', '=', 1)
    .where('id', '<>', id)
    .where(sql<SqlBool>`not is_of_directory(id)`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Addresses of the Superadmins who may sign in: they look after the portal itself. */
export const listSuperadminEmails = async ({ db }: Ctx): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .where(sql<SqlBool>`groups @> '{sa}'`)
      .where('user_type', '=', 'sa')
      .where('status', '=', 1)
      .select('email')
      .orderBy('email')
      .execute()
  ).map(({ email }) => email)

/** Deletes those of the users who are clinic staff without a clinic and not administrators. @returns how many */
export async function deleteStaffWithoutClinic({ db }: Ctx, user_ids: readonly string[]): Promise<number> {
  if (user_ids.length === 0) return 0
  const deleted = await db
    .deleteFrom('users')
    .where('id', 'in', user_ids)
    .where('user_type', 'in', ['clinic-web', 'clinic-app'])
    .where(sql<SqlBool>`not groups && ${['sa', adminFeatureGroup]}::text[]`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('user_clinics').whereRef('user_id', '=', 'users.id').select('clinic_id'))),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
