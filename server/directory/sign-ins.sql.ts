import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'

/** Tables of this file: directory_attempts, directory_sessions, directory_logouts. */

const inMinutes = (minutes: number) => sql<Temporal.Instant>`now() + make_interval(mins => ${minutes})`

export interface AttemptRow {
  readonly nonce: string
  readonly verifier: string
  readonly is_proof: boolean
}

/** Keeps an attempt, and forgets those that are over. */
export async function insertAttempt(
  { db }: Ctx,
  row: AttemptRow & { readonly state_hash: string; readonly browser_hash: string },
  minutes: number,
): Promise<void> {
  await db.deleteFrom('directory_attempts').where('expires_at', '<', now).execute()
  await db
    .insertInto('directory_attempts')
    .values({ ...row, expires_at: inMinutes(minutes) })
    .execute()
}

/** Uses up an attempt. @returns undefined when it is unknown, used, over, or another browser's */
export const takeAttempt = ({ db }: Ctx, state_hash: string, browser_hash: string): Promise<AttemptRow | undefined> =>
  db
    .deleteFrom('directory_attempts')
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .returning(['nonce', 'verifier', 'is_proof'])
    .executeTakeFirst()

export async function insertDirectorySession({ db }: Ctx, session_id: string, sid: string | null): Promise<void> {
  await db.insertInto('directory_sessions').values({ session_id, sid }).execute()
}

export const isDirectorySession = async ({ db }: Ctx, session_id: string): Promise<boolean> =>
  (await db
    .selectFrom('directory_sessions')
    .where('session_id', '=', session_id)
    .select('session_id')
    .executeTakeFirst()) !== undefined

export const selectSessionsOfSid = async ({ db }: Ctx, sid: string): Promise<string[]> =>
  (await db.selectFrom('directory_sessions').where('sid', '=', sid).select('session_id').execute()).map(
    ({ session_id }) => session_id,
  )

/** @returns false when the token was obeyed before */
export async function insertLogout({ db }: Ctx, jti: string, minutes: number): Promise<boolean> {
  await db.deleteFrom('directory_logouts').where(sql<SqlBool>`expires_at < now()`).execute()
  const row = await db
    .insertInto('directory_logouts')
    .values({ jti, expires_at: inMinutes(minutes) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti')
    .executeTakeFirst()
  return row !== undefined
}
