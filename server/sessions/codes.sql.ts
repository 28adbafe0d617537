import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { inSeconds, now } from '../platform/instants.ts'

/** Table codes: at most one per purpose and user. */

/** `known-otp`, `known-recovery`: requested by a known browser (DO-4) */
export type Purpose = 'otp' | 'known-otp' | 'recovery' | 'known-recovery' | 'verification'

export interface CodeLimits {
  readonly liveSeconds: number
  readonly gapSeconds: number
  readonly mostAnHour: number
  readonly mostAttempts: number
}

/** The clock was set back since. */
const isAhead = (instant: string) => sql<boolean>`${sql.ref(instant)} > now() + interval '1 minute'`
const recentTimes = sql`select time from unnest(codes.sent_times) as time
  where time > now() - interval '1 hour' and not ${isAhead('time')}`

/** Stores a new code in place of the previous one. @returns false when that is too early or too often */
export async function insertCode(
  { db }: Ctx,
  purpose: Purpose,
  user_id: string,
  code_hash: string,
  limits: CodeLimits,
): Promise<boolean> {
  const expires_at = inSeconds(limits.liveSeconds)
  const made = await db
    .insertInto('codes')
    .values({ purpose, user_id, code_hash, expires_at })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'user_id'])
        .doUpdateSet({
          code_hash,
          expires_at,
          attempts: 0,
          sent_at: now,
          sent_times: sql<Temporal.Instant[]>`array(${recentTimes}) || now()`,
        })
        .where(
          sql<boolean>`(codes.sent_at <= now() - make_interval(secs => ${limits.gapSeconds}) or ${isAhead('codes.sent_at')})`,
        )
        .where(sql<boolean>`(select count(*) from (${recentTimes}) as recent) < ${limits.mostAnHour}`),
    )
    .returning('user_id')
    .executeTakeFirst()
  return made !== undefined
}

/** The code that blocks a new one: whether it is still valid, and seconds until another may be sent. */
export const selectCode = ({ db }: Ctx, purpose: Purpose, user_id: string, limits: CodeLimits) =>
  db
    .selectFrom('codes')
    .where('purpose', '=', purpose)
    .where('user_id', '=', user_id)
    .select([
      sql<boolean>`attempts < ${limits.mostAttempts} and expires_at > now()`.as('is_live'),
      sql<number>`greatest(1, ceil(extract(epoch from greatest(
        sent_at + make_interval(secs => ${limits.gapSeconds}),
        (select min(time) + interval '1 hour' from (${recentTimes}) as recent having count(*) >= ${limits.mostAnHour})
      ) - now())))::int`.as('wait_seconds'),
    ])
    .executeTakeFirst()

/** Counts an attempt on a code. @returns the hash to compare with; undefined when it is used up, expired or missing */
export const countAttempt = async (
  { db }: Ctx,
  purpose: Purpose,
  user_id: string,
  mostAttempts: number,
): Promise<string | undefined> =>
  (
    await db
      .updateTable('codes')
      .set({ attempts: sql<number>`attempts + 1` })
      .where('purpose', '=', purpose)
      .where('user_id', '=', user_id)
      .where('attempts', '<', mostAttempts)
      .where('expires_at', '>', now)
      .returning('code_hash')
      .executeTakeFirst()
  )?.code_hash

/** Whoever knows a code may use it as often as they need to. */
export async function forgiveAttempts({ db }: Ctx, purpose: Purpose, user_id: string): Promise<void> {
  await db
    .updateTable('codes')
    .set({ attempts: 0 })
    .where('purpose', '=', purpose)
    .where('user_id', '=', user_id)
    .execute()
}

/** Uses up a code. @returns false when it was used or replaced, or has expired */
export const takeCode = async ({ db }: Ctx, purpose: Purpose, user_id: string, code_hash: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('codes')
      .where('purpose', '=', purpose)
      .where('user_id', '=', user_id)
      .where('code_hash', '=', code_hash)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  ).numDeletedRows > 0n

/** Voids a user's codes of these purposes; they still count as sent. */
export async function voidCodes({ db }: Ctx, user_id: string, purposes: readonly Purpose[]): Promise<void> {
  await db
    .updateTable('codes')
    .set({ expires_at: now })
    .where('user_id', '=', user_id)
    .where('purpose', 'in', purposes)
    .execute()
}
