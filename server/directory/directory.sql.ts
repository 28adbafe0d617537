import type { RuledType } from '@eupnea/contract/rules/directory-rights.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/** Tables of this file: directory_settings, directory_rules, directory_clients. */

export const selectSettings = ({ db }: Ctx) =>
  db.selectFrom('directory_settings').select(['links_by_email', 'is_local_off']).executeTakeFirstOrThrow()

/** Locks them until the transaction ends. */
export const lockSettings = ({ db }: Ctx) =>
  db.selectFrom('directory_settings').select(['links_by_email', 'is_local_off']).forUpdate().executeTakeFirstOrThrow()

export async function updateSettings({ db }: Ctx, values: Updateable<DB['directory_settings']>): Promise<void> {
  await db.updateTable('directory_settings').set(values).execute()
}

/** Superadmins who don't depend on the directory. */
export const selectAdministrators = ({ db }: Ctx) =>
  db
    .selectFrom('users')
    .where(sql<SqlBool>`groups @> '{sa}'`)
    .where('status', '=', 1)
    .where(sql<SqlBool>`not is_of_directory(id)`)
    .select(['id as user_id', 'name', 'email'])
    .orderBy('email')
    .limit(50)
    .execute()

export type RuleRow = Omit<Selectable<DB['directory_rules']>, 'user_type'> & { readonly user_type: RuledType }

export const selectRules = ({ db }: Ctx): Promise<RuleRow[]> =>
  db.selectFrom('directory_rules').selectAll().orderBy('group_name').$castTo<RuleRow>().execute()

export async function selectRulesPage({ db }: Ctx, page: Page) {
  const query = db.selectFrom('directory_rules')
  return selectPage(query.selectAll().orderBy('group_name').$castTo<RuleRow>(), page)
}

/** @returns undefined when the group has a rule */
export const insertRule = ({ db }: Ctx, values: Insertable<DB['directory_rules']>): Promise<RuleRow | undefined> =>
  db
    .insertInto('directory_rules')
    .values(values)
    .onConflict((conflict) => conflict.column('group_name').doNothing())
    .returningAll()
    .$castTo<RuleRow>()
    .executeTakeFirst()

export const lockRule = ({ db }: Ctx, id: string): Promise<RuleRow | undefined> =>
  db.selectFrom('directory_rules').selectAll().where('id', '=', id).forUpdate().$castTo<RuleRow>().executeTakeFirst()

export const isRuled = async ({ db }: Ctx, group_name: string, exceptId: string): Promise<boolean> =>
  (await db
    .selectFrom('directory_rules')
    .where('group_name', '=', group_name)
    .where('id', '<>', exceptId)
    .select('id')
    .executeTakeFirst()) !== undefined

export const updateRule = ({ db }: Ctx, id: string, values: Updateable<DB['directory_rules']>): Promise<RuleRow> =>
  db
    .updateTable('directory_rules')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .$castTo<RuleRow>()
    .executeTakeFirstOrThrow()

export const deleteRule = ({ db }: Ctx, id: string) =>
  db.deleteFrom('directory_rules').where('id', '=', id).returning('group_name').executeTakeFirst()

export type ClientRow = Selectable<DB['directory_clients']>

export async function selectClients({ db }: Ctx, page: Page) {
  const query = db.selectFrom('directory_clients')
  return selectPage(query.selectAll().orderBy('created_at').orderBy('id'), page)
}

export const insertClient = ({ db }: Ctx, values: Insertable<DB['directory_clients']>): Promise<ClientRow> =>
  db.insertInto('directory_clients').values(values).returningAll().executeTakeFirstOrThrow()

export const deleteClient = ({ db }: Ctx, id: string) =>
  db.deleteFrom('directory_clients').where('id', '=', id).returning('name').executeTakeFirst()

/** The client with this token. That it was used is noted once a minute. */
export async function selectClientOfToken(
  { db }: Ctx,
  token_hash: string,
): Promise<{ id: string; name: string } | undefined> {
  const client = await db
    .selectFrom('directory_clients')
    .where('token_hash', '=', token_hash)
    .select(['id', 'name'])
    .executeTakeFirst()
  if (client)
    await db
      .updateTable('directory_clients')
      .set({ last_used_at: now })
      .where('id', '=', client.id)
      .where(sql<SqlBool>`coalesce(last_used_at < now() - interval '1 minute', true)`)
      .execute()
  return client
}
