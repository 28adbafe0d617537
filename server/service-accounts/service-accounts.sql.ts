import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { inSeconds, now } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/** Tables of this noun: service_accounts, service_tokens, service_assertions. Reads the view observed_clinics. */

export type AccountRow = Selectable<DB['service_accounts']>

export const insertAccount = ({ db }: Ctx, values: Insertable<DB['service_accounts']>): Promise<AccountRow> =>
  db.insertInto('service_accounts').values(values).returningAll().executeTakeFirstOrThrow()

/** A page, oldest first, with the count of all. */
export async function selectAccounts({ db }: Ctx, page: Page): Promise<{ rows: AccountRow[]; total: number }> {
  const query = db.selectFrom('service_accounts')
  return selectPage(query.selectAll().orderBy('created_at').orderBy('id'), page)
}

export const selectAccount = ({ db }: Ctx, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('service_accounts').selectAll().where('id', '=', id).executeTakeFirst()

/** With its tokens and exports. @returns undefined when there is none, or it was just revoked */
export const deleteAccount = ({ db }: Ctx, id: string): Promise<AccountRow | undefined> =>
  db.deleteFrom('service_accounts').where('id', '=', id).returningAll().executeTakeFirst()

/** How many of these clinics there are. */
export const countClinics = async ({ db }: Ctx, ids: readonly string[]): Promise<number> =>
  (
    await db
      .selectFrom('observed_clinics')
      .where('clinic_id', 'in', ids)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Uses up an assertion. @returns false when it was used before, or its account was just revoked */
export async function useAssertion(
  { db }: Ctx,
  { id, jti, expires_at }: { readonly id: string; readonly jti: string; readonly expires_at: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into service_assertions (account_id, jti, expires_at)
    select id, ${jti}, ${expires_at} from service_accounts where id = ${id} on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

export async function insertToken(
  { db }: Ctx,
  { seconds, ...row }: Omit<Insertable<DB['service_tokens']>, 'expires_at'> & { readonly seconds: number },
): Promise<void> {
  const expires_at = inSeconds(seconds)
  await db
    .insertInto('service_tokens')
    .values({ ...row, expires_at })
    .execute()
  await db.updateTable('service_accounts').set({ last_used_at: now }).where('id', '=', row.account_id).execute()
}

/** Run by a job: expired tokens, and assertions that would be refused for their age anyway (FH-2). */
export async function removeExpiredTokens({ db }: Ctx): Promise<void> {
  await db.deleteFrom('service_tokens').where('expires_at', '<', now).execute()
  await db.deleteFrom('service_assertions').where('expires_at', '<', now).execute()
}
