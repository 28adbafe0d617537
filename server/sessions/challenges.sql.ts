import type { Ctx } from '../platform/context.ts'
import { inSeconds, now } from '../platform/instants.ts'

/** Table verifications: the identifier is a challenge's kind and hash, the value its user. */

export async function insertChallenge(
  { db }: Ctx,
  identifier: string,
  user_id: string,
  seconds: number,
): Promise<void> {
  const expires_at = inSeconds(seconds)
  await db.insertInto('verifications').values({ identifier, value: user_id, expires_at }).execute()
}

/** @returns the user of a challenge that is still valid */
export const selectChallenge = async ({ db }: Ctx, identifier: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('verifications')
      .where('identifier', '=', identifier)
      .where('expires_at', '>', now)
      .select('value')
      .executeTakeFirst()
  )?.value

/** Takes a challenge: of several simultaneous attempts, only one gets it. */
export const deleteChallenge = async ({ db }: Ctx, identifier: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('verifications')
      .where('identifier', '=', identifier)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  ).numDeletedRows > 0n

/** @param kind all kinds if omitted */
export async function deleteChallengesOf({ db }: Ctx, user_id: string, kind?: string): Promise<void> {
  let query = db.deleteFrom('verifications').where('value', '=', user_id)
  if (kind) query = query.where('identifier', 'like', `${kind}:%`)
  await query.execute()
}
