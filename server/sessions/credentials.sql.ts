import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'

/** Users and accounts: who may sign in, and how. Shared with the users noun. */

const identities = ({ db }: Ctx) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'contact', 'status', 'new_password_required', 'is_otp_enabled'])

/** The parts of a user that signing in needs. */
export type Identity = Awaited<ReturnType<ReturnType<typeof identities>['execute']>>[number]

export const selectUserOfEmail = (ctx: Ctx, email: string): Promise<Identity | undefined> =>
  identities(ctx).where('email', '=', email).executeTakeFirst()

/**
 * Reads and locks a user who isn't disabled until the transaction ends, so that sign-ins, new passwords and recoveries
 * of one user happen one at a time.
 */
export const lockUser = (ctx: Ctx, id: string): Promise<Identity | undefined> =>
  identities(ctx).where('id', '=', id).where('status', '=', 1).forNoKeyUpdate().executeTakeFirst()

/** Whether this is (still) the user's password hash. */
export const hasCredential = async ({ db }: Ctx, user_id: string, password: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .where('password', '=', password)
    .select('id')
    .executeTakeFirst()) !== undefined

/** What others know of a person: their address and names, and the names of their facilities in scope. */
export async function selectKnownOf({ db }: Ctx, id: string): Promise<readonly string[]> {
  const clinics = sql<string[]>`array(select c.name from user_clinics u join clinics c on c.id = u.clinic_id
    where u.user_id = users.id)`
  const row = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['email', 'first_name', 'last_name', clinics.as('clinics')])
    .executeTakeFirst()
  return row ? [row.email, row.first_name, row.last_name, ...row.clinics] : []
}

/** The user's password hash; undefined while they have none. */
export const selectCredential = async ({ db }: Ctx, user_id: string): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('accounts')
      .where('user_id', '=', user_id)
      .where('provider_id', '=', 'credential')
      .select('password')
      .executeTakeFirst()
  )?.password

/** Whose e-mail address it is and their password hash; undefined: nobody's, or they have none. */
export async function selectCredentialOfEmail(
  db: Database,
  email: string,
): Promise<{ readonly userId: string; readonly passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .where('users.email', '=', email)
    .where('provider_id', '=', 'credential')
    .select(['users.id', 'password'])
    .executeTakeFirst()
  return row?.password ? { userId: row.id, passwordHash: row.password } : undefined
}

/** Sets a user's password hash. */
export async function saveCredential({ db }: Ctx, user_id: string, password: string): Promise<void> {
  const changed = await db
    .updateTable('accounts')
    .set({ password, updated_at: now })
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) return
  await db
    .insertInto('accounts')
    .values({ user_id, account_id: user_id, provider_id: 'credential', password })
    .execute()
}

export async function requireNewPassword({ db }: Ctx, id: string, new_password_required: boolean): Promise<void> {
  await db.updateTable('users').set({ new_password_required, updated_at: now }).where('id', '=', id).execute()
}

export async function markEmailVerified({ db }: Ctx, id: string): Promise<void> {
  await db.updateTable('users').set({ email_verified: true, updated_at: now }).where('id', '=', id).execute()
}

export async function markSignedIn({ db }: Ctx, id: string): Promise<void> {
  await db.updateTable('users').set({ last_login: now }).where('id', '=', id).execute()
}

/** @returns false when it was already accepted: the first instant is kept */
export async function markAgreed({ db }: Ctx, id: string): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ agreed_at: now })
    .where('id', '=', id)
    .where('agreed_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export const selectAgreedAt = async ({ db }: Ctx, id: string): Promise<Temporal.Instant | null> =>
  (await db.selectFrom('users').where('id', '=', id).select('agreed_at').executeTakeFirst())?.agreed_at ?? null

/** Waits for other nodes that start at the same time. */
export async function isWithoutUsers({ db }: Ctx): Promise<boolean> {
  await lock(db, 'eupnea_first_user')
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

export const insertUser = async ({ db }: Ctx, values: Insertable<DB['users']>): Promise<string> =>
  (await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id

/** Whether only the house's directory may sign this person in, and whether it is so for all of its people (SI-1). */
export const selectDirectoryRule = async (
  { db }: Ctx,
  id: string,
): Promise<{ readonly isDirectoryOnly: boolean; readonly isLocalOff: boolean }> =>
  (
    await sql<{ isDirectoryOnly: boolean; isLocalOff: boolean }>`
      select is_directory_only(${id}) as "isDirectoryOnly", is_local_sign_in_off() as "isLocalOff"`.execute(db)
  ).rows[0]!
