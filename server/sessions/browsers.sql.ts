import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { now } from '../platform/instants.ts'

/** Table known_browsers: where somebody has signed in before (DO-4). */

/** A program that signs in without a cookie makes a new one each time; these are forgotten first. */
const mostBrowsers = 50

/** @param email of the account; absent: whether it is known to any account at all */
export async function isKnownBrowser(db: Database, token_hash: string, email?: string): Promise<boolean> {
  let query = db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .where('token_hash', '=', token_hash)
  if (email !== undefined) query = query.where('users.email', '=', email)
  return (await query.select('known_browsers.id').limit(1).executeTakeFirst()) !== undefined
}

/** A user signs in from this browser, or proves otherwise that it is theirs. */
export async function saveBrowser({ db, address, userAgent }: Ctx, user_id: string, token_hash: string): Promise<void> {
  const seen = { address, user_agent: userAgent, last_used_at: now }
  await db
    .insertInto('known_browsers')
    .values({ user_id, token_hash, ...seen })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet(seen))
    .execute()
  await db
    .deleteFrom('known_browsers')
    .where('user_id', '=', user_id)
    .where('id', 'in', (query) =>
      query
        .selectFrom('known_browsers')
        .where('user_id', '=', user_id)
        .select('id')
        .orderBy(sql`token_hash = ${token_hash} desc, last_used_at > created_at desc, last_used_at desc`)
        .offset(mostBrowsers),
    )
    .execute()
}

export async function deleteBrowsersOf({ db }: Ctx, user_id: string): Promise<void> {
  await db.deleteFrom('known_browsers').where('user_id', '=', user_id).execute()
}
