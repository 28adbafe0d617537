import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'

/** Tables of this file: directory_people, directory_groups, directory_group_members. */

/** People with the names of all their groups: those that SCIM sends, and those of their last sign-in. */
const people = ({ db }: Ctx) =>
  db
    .selectFrom('directory_people as p')
    .selectAll('p')
    .select(
      sql<string[]>`array(select name from (
        select g.name from directory_group_members m join directory_groups g on g.id = m.group_id where m.user_id = p.user_id
        union select unnest(p.claimed_groups)) of_both order by name)`.as('groups'),
    )

export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

export const selectPerson = (ctx: Ctx, user_id: string): Promise<PersonRow | undefined> =>
  people(ctx).where('p.user_id', '=', user_id).executeTakeFirst()

export const selectPeople = (ctx: Ctx): Promise<PersonRow[]> => people(ctx).orderBy('p.user_id').execute()

export const selectPersonOfSubject = (ctx: Ctx, issuer: string, subject: string): Promise<PersonRow | undefined> =>
  people(ctx).where('p.issuer', '=', issuer).where('p.subject', '=', subject).executeTakeFirst()

/** Somebody whom SCIM has sent under one of these ids, and who hasn't signed in yet. */
export const selectPersonOfExternalId = (ctx: Ctx, ids: readonly string[]): Promise<PersonRow | undefined> =>
  people(ctx)
    .where('p.external_id', '=', sql<string>`any(${ids}::text[])`)
    .where('p.issuer', 'is', null)
    .executeTakeFirst()

export async function insertPerson({ db }: Ctx, values: Insertable<DB['directory_people']>): Promise<void> {
  await db.insertInto('directory_people').values(values).execute()
}

export async function updatePerson(
  { db }: Ctx,
  user_id: string,
  values: Updateable<DB['directory_people']>,
): Promise<void> {
  await db
    .updateTable('directory_people')
    .set({ ...values, updated_at: now })
    .where('user_id', '=', user_id)
    .execute()
}

export async function deletePerson({ db }: Ctx, user_id: string): Promise<void> {
  await db.deleteFrom('directory_people').where('user_id', '=', user_id).execute()
}

/** People whom SCIM has sent, with their accounts, oldest first. */
const sent = (ctx: Ctx) =>
  people(ctx)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.user_name', 'is not', null)
    .select(['u.email', 'u.first_name', 'u.last_name', 'u.name', 'u.contact', 'u.groups as account_groups'])
    .select(
      sql<{ id: string; name: string }[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name)
        order by g.name), '[]') from directory_group_members m join directory_groups g on g.id = m.group_id
        where m.user_id = p.user_id)`.as('sent_groups'),
    )
    .orderBy('p.created_at')
    .orderBy('p.user_id')

export type SentRow = Awaited<ReturnType<ReturnType<typeof sent>['execute']>>[number]

export interface SentFilter {
  readonly id?: string | undefined
  readonly user_name?: string | undefined
  readonly external_id?: string | undefined
}

export function selectSent(ctx: Ctx, { id, user_name, external_id }: SentFilter = {}): Promise<SentRow[]> {
  let query = sent(ctx)
  if (id !== undefined) query = query.where('p.user_id', '=', id)
  if (user_name !== undefined) query = query.where('p.user_name', '=', user_name.toLowerCase())
  if (external_id !== undefined) query = query.where('p.external_id', '=', external_id)
  return query.execute()
}

const groups = ({ db }: Ctx) =>
  db
    .selectFrom('directory_groups as g')
    .selectAll('g')
    .select(
      sql<{ id: string; name: string }[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name)
        order by u.id), '[]') from directory_group_members m join users u on u.id = m.user_id where m.group_id = g.id)`.as(
        'members',
      ),
    )
    .orderBy('g.created_at')
    .orderBy('g.id')

export type GroupRow = Awaited<ReturnType<ReturnType<typeof groups>['execute']>>[number]

export function selectGroups(ctx: Ctx, { id, name }: { id?: string; name?: string | undefined } = {}) {
  let query = groups(ctx)
  if (id !== undefined) query = query.where('g.id', '=', id)
  if (name !== undefined) query = query.where(sql<SqlBool>`lower(g.name) = lower(${name})`)
  return query.execute()
}

/** @returns undefined when there is a group of that name */
export const insertGroup = async (
  { db }: Ctx,
  values: { name: string; external_id: string | null },
): Promise<string | undefined> =>
  (
    await db
      .insertInto('directory_groups')
      .values(values)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export async function updateGroup({ db }: Ctx, id: string, values: Updateable<DB['directory_groups']>): Promise<void> {
  await db
    .updateTable('directory_groups')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteGroup = async ({ db }: Ctx, id: string): Promise<void> => {
  await db.deleteFrom('directory_groups').where('id', '=', id).execute()
}

/** Those of the ids that are people whom SCIM has sent. */
export const knownPeople = async ({ db }: Ctx, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('directory_people')
        .where('user_id', '=', sql<string>`any(${ids}::text[])`)
        .where('user_name', 'is not', null)
        .select('user_id')
        .execute()
    ).map(({ user_id }) => user_id),
  )

export async function insertMembers({ db }: Ctx, group_id: string, user_ids: readonly string[]): Promise<void> {
  if (user_ids.length === 0) return
  await db
    .insertInto('directory_group_members')
    .values(user_ids.map((user_id) => ({ group_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteMembers({ db }: Ctx, group_id: string, user_ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('directory_group_members')
    .where('group_id', '=', group_id)
    .where('user_id', '=', sql<string>`any(${user_ids}::text[])`)
    .execute()
}

/** Makes changes of SCIM run one at a time. */
export const lockDirectory = ({ db }: Ctx): Promise<void> => lock(db, 'eupnea_directory')
