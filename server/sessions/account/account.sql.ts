import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { now } from '../../platform/instants.ts'

/** Tables sessions and known_browsers, as their owner sees them. */

export const selectOwnSessions = ({ db }: Ctx, user_id: string, current: string) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .select(['id', 'ip_address as address', 'user_agent', 'created_at', 'updated_at'])
    .orderBy(sql`id = ${current}`, 'desc')
    .orderBy('updated_at', 'desc')
    .execute()

export const selectOwnBrowsers = ({ db }: Ctx, user_id: string) =>
  db
    .selectFrom('known_browsers')
    .where('user_id', '=', user_id)
    .select(['id', 'token_hash', 'address', 'user_agent', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .execute()

/** Whether codes are sent to them as they sign in (ID-3). */
export const getsCodes = async ({ db }: Ctx, user_id: string): Promise<boolean> =>
  (await db.selectFrom('users').where('id', '=', user_id).select('is_otp_enabled').executeTakeFirstOrThrow())
    .is_otp_enabled

/** @returns false: they have no such session */
export const deleteOwnSession = async ({ db }: Ctx, user_id: string, id: string): Promise<boolean> =>
  (await db.deleteFrom('sessions').where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst())
    .numDeletedRows > 0n

export async function deleteOwnBrowser({ db }: Ctx, user_id: string, id: string): Promise<void> {
  await db.deleteFrom('known_browsers').where('user_id', '=', user_id).where('id', '=', id).execute()
}

/** Whoever holds the session has just proved who they are. */
export async function markProved({ db }: Ctx, session_id: string): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('id', '=', session_id).execute()
}
