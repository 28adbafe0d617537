import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { type Page, readPage, type Total } from '../platform/paging.ts'
import { isIn, startsWith } from '../platform/text-search.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Table of this noun: audit_entries, which the portal's role may only read and add to. */

/** Adds entries in the transaction of `ctx`. */
export async function insertAuditEntries(
  { db, actor, address, requestId }: Ctx,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const actor_id = actor.type === 'job' ? actor.name : actor.type === 'anonymous' ? '' : actor.id
  const actor_name = actor.type === 'user' ? actor.email : 'name' in actor ? actor.name : ''
  const rows = entries.map(({ detail, changes, ...entry }) => ({
    ...entry,
    detail: { ...detail, ...(changes && { changes }) },
  }))
  // An import adds thousands of entries: one parameter holds them all.
  await sql`insert into audit_entries
      (actor_type, actor_id, actor_name, address, request_id, act, clinic_id, resident_id, device_id, detail)
    select ${actor.type}, ${actor_id}, ${actor_name}, ${address}, ${requestId}, t.act, t.clinic_id, t.resident_id,
      t.device_id, t.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (act text, clinic_id text, resident_id text,
      device_id text, detail jsonb)`.execute(db)
}

/** @returns true when the actor of `ctx` has such an entry from the last `minutes`, even one they may not see */
export async function hasRecentEntry({ db }: Ctx, entry: AuditEntry, minutes: number): Promise<boolean> {
  const { act, clinic_id = null, resident_id = null, detail } = entry
  const user = typeof detail?.user_id === 'string' ? detail.user_id : null
  const found = sql<{ is_there: boolean }>`
    select has_own_entry(${act}, ${clinic_id}, ${resident_id}, ${user}, ${minutes}::integer) as is_there`
  return (await found.execute(db)).rows[0]!.is_there
}

export interface AuditFilter {
  /** part of an e-mail address, or a user id: of the person who acted or was affected */
  readonly person?: string
  readonly resident_id?: string
  readonly clinic_id?: string
  /** a noun, or an act */
  readonly act?: string
  /** [from, until) */
  readonly from?: string
  readonly until?: string
}

/** A page, newest first, with the count of all. */
export async function selectAuditEntries(
  ctx: Ctx,
  filter: AuditFilter,
  page: Page,
): Promise<Total & { readonly rows: Selectable<DB['audit_entries']>[] }> {
  let query = ctx.db.selectFrom('audit_entries')
  const { person, act, from, until } = filter
  if (person)
    query = query.where(
      sql<SqlBool>`(${isIn(person, 'actor_name')} or actor_id = ${person} or detail ->> 'user_id' = ${person})`,
    )
  if (filter.resident_id) query = query.where('resident_id', '=', filter.resident_id)
  if (filter.clinic_id) query = query.where('clinic_id', '=', filter.clinic_id)
  if (act) query = query.where(act.includes('.') ? sql<SqlBool>`act = ${act}` : actStartsWith(`${act}.`))
  if (from) query = query.where('at', '>=', Temporal.Instant.from(from))
  if (until) query = query.where('at', '<', Temporal.Instant.from(until))
  const read = () => query.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute()
  return readPage(ctx, page, read, query)
}

const actStartsWith = (beginning: string) => sql<SqlBool>`act like ${startsWith(beginning)}`

const pageOfEntries = 1_000

/**
 * What a person did and what was done to them, without other actors and their addresses: a page of those after this
 * one, oldest first, for a copy of their data (PR-1).
 */
export const entriesAbout = ({ db }: Ctx, type: 'user' | 'resident', id: string, after: number) =>
  db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'act', 'clinic_id', 'resident_id', 'device_id', 'detail'])
    .select(sql<string | null>`case when actor_id = ${id} then address end`.as('address'))
    .select(sql<boolean>`actor_type = 'user' and actor_id = ${id}`.as('is_own_act'))
    .where(
      type === 'resident'
        ? sql<SqlBool>`resident_id = ${id}`
        : sql<SqlBool>`(actor_type = 'user' and actor_id = ${id} or detail ->> 'user_id' = ${id})`,
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageOfEntries)
    .execute()

type Named = 'user' | 'resident' | 'device'

/** Present names of whoever and whatever these entries name; null where the record is gone. */
export async function selectNames({ db }: Ctx, rows: readonly Selectable<DB['audit_entries']>[]) {
  const ids = new Set(
    rows
      .flatMap((row) => [row.actor_id, row.resident_id, row.device_id, (row.detail as Record<string, unknown>).user_id])
      .filter((id) => typeof id === 'string'),
  )
  const found = await db
    .selectFrom('audit_names')
    .selectAll()
    .where('id', 'in', [...ids, ''])
    .execute()
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return { of: (kind: Named, id: unknown): string | null => names.get(`${kind} ${id}`) || null }
}
