import type { Role } from '@eupnea/contract/access.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { lock } from '../../platform/lock.ts'

/** Tables authenticators, backup_codes and two_step_roles: how somebody passes the second step of their sign-in (DO-5). */

export interface Factors {
  readonly hasApp: boolean
  readonly hasPasskey: boolean
  readonly backupCodes: number
  readonly groups: string[]
  /** whose people need a second step */
  readonly roles: string[]
}

export const selectFactors = async ({ db }: Ctx, user_id: string): Promise<Factors> =>
  (
    await sql<Factors>`select
      exists (select from authenticators where user_id = ${user_id}) as "hasApp",
      exists (select from passkeys where user_id = ${user_id}) as "hasPasskey",
      (select count(*)::int from backup_codes where user_id = ${user_id}) as "backupCodes",
      (select groups from users where id = ${user_id}) as groups,
      array(select role from two_step_roles) as roles`.execute(db)
  ).rows[0]!

export const selectAuthenticator = ({ db }: Ctx, user_id: string) =>
  db
    .selectFrom('authenticators')
    .where('user_id', '=', user_id)
    .select(['sealed', 'used_step', 'created_at'])
    .executeTakeFirst()

export async function saveAuthenticator(
  { db }: Ctx,
  values: { readonly user_id: string; readonly sealed: Buffer; readonly used_step: number },
): Promise<void> {
  const { sealed, used_step } = values
  await db
    .insertInto('authenticators')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed, used_step, created_at: sql`now()` }))
    .execute()
}

/** Uses up a code's 30 seconds. @returns false when they, or later ones, have been used */
export const useStep = async ({ db }: Ctx, user_id: string, step: number): Promise<boolean> =>
  (
    await db
      .updateTable('authenticators')
      .set({ used_step: step })
      .where('user_id', '=', user_id)
      .where('used_step', '<', step)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** @returns false: there was none */
export const deleteAuthenticatorOf = async ({ db }: Ctx, user_id: string): Promise<boolean> =>
  (await db.deleteFrom('authenticators').where('user_id', '=', user_id).executeTakeFirst()).numDeletedRows > 0n

/** Replaces all of them. */
export async function replaceBackupCodes({ db }: Ctx, user_id: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('backup_codes').where('user_id', '=', user_id).execute()
  if (hashes.length > 0)
    await db
      .insertInto('backup_codes')
      .values(hashes.map((code_hash) => ({ user_id, code_hash })))
      .execute()
}

/** Uses up a backup code. @returns false: there is no such code */
export const deleteBackupCode = async ({ db }: Ctx, user_id: string, code_hash: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('backup_codes')
      .where('user_id', '=', user_id)
      .where('code_hash', '=', code_hash)
      .executeTakeFirst()
  ).numDeletedRows > 0n

/** @returns false: they had none */
export async function deleteFactorsOf({ db }: Ctx, user_id: string): Promise<boolean> {
  const app = await db.deleteFrom('authenticators').where('user_id', '=', user_id).executeTakeFirst()
  const passkeys = await db.deleteFrom('passkeys').where('user_id', '=', user_id).executeTakeFirst()
  await db.deleteFrom('backup_codes').where('user_id', '=', user_id).execute()
  return app.numDeletedRows + passkeys.numDeletedRows > 0n
}

export const selectTwoStepRoles = async ({ db }: Ctx): Promise<Role[]> =>
  (await db.selectFrom('two_step_roles').select('role').orderBy('role').execute()).map(({ role }) => role as Role)

/** Whoever changes the roles next waits until this transaction ends. */
export const lockTwoStepRoles = ({ db }: Ctx): Promise<void> => lock(db, 'two-step roles')

/** @param roles instead of those before; the caller holds the lock */
export async function replaceTwoStepRoles({ db }: Ctx, roles: readonly Role[]): Promise<void> {
  await db.deleteFrom('two_step_roles').execute()
  if (roles.length > 0)
    await db
      .insertInto('two_step_roles')
      .values(roles.map((role) => ({ role })))
      .execute()
}
