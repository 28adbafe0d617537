import type { DB } from '@eupnea/db/types.ts'
import type { Insertable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { now } from '../../platform/instants.ts'

/** Table passkeys (DO-5). */

export const selectPasskeysOf = ({ db }: Ctx, user_id: string) =>
  db
    .selectFrom('passkeys')
    .where('user_id', '=', user_id)
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'last_used_at'])
    .orderBy('created_at')
    .execute()

export const selectPasskey = ({ db }: Ctx, credential_id: string) =>
  db
    .selectFrom('passkeys')
    .where('credential_id', '=', credential_id)
    .select(['id', 'user_id', 'credential_id', 'public_key', 'signatures'])
    .executeTakeFirst()

/** @returns false: it is known already */
export const insertPasskey = async ({ db }: Ctx, values: Insertable<DB['passkeys']>): Promise<boolean> =>
  ((
    await db
      .insertInto('passkeys')
      .values(values)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows ?? 0n) > 0n

/** @returns false: this challenge, or a later one, has been used */
export const usePasskey = async (
  { db }: Ctx,
  id: string,
  { signatures, challenged_at }: { readonly signatures: number; readonly challenged_at: Temporal.Instant },
): Promise<boolean> =>
  (
    await db
      .updateTable('passkeys')
      .set({ signatures, challenged_at, last_used_at: now })
      .where('id', '=', id)
      .where('challenged_at', '<', challenged_at)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** @returns false: they have no such passkey */
export const updatePasskeyName = async ({ db }: Ctx, user_id: string, id: string, name: string): Promise<boolean> =>
  (
    await db
      .updateTable('passkeys')
      .set({ name })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** @returns false: they have no such passkey */
export const deletePasskeyOf = async ({ db }: Ctx, user_id: string, id: string): Promise<boolean> =>
  (await db.deleteFrom('passkeys').where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst())
    .numDeletedRows > 0n
