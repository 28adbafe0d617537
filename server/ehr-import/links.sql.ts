import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Said } from './incoming.ts'
import { nameKey } from './plan-row.ts'

/** Table of this file: ehr_links. Reads the view importable_residents. */

export interface LinkRow {
  readonly external_id: string
  readonly resident_id: string
  readonly said: Said
}

export const selectLinks = ({ db }: Ctx, clinic_id: string, source: string): Promise<LinkRow[]> =>
  db
    .selectFrom('ehr_links')
    .select(['external_id', 'resident_id', 'said'])
    .where('clinic_id', '=', clinic_id)
    .where('source', '=', source)
    .$castTo<LinkRow>()
    .execute()

/** Stores what the EHR said, for new and existing links. A link keeps its resident; a resident has one link. */
export async function upsertLinks(
  { db }: Ctx,
  clinic_id: string,
  source: string,
  links: readonly LinkRow[],
): Promise<void> {
  if (links.length === 0) return
  // A record that was merged into another has handed its resident over.
  await sql`delete from ehr_links l using jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as t (external_id text, resident_id text)
    where l.clinic_id = ${clinic_id} and l.resident_id = t.resident_id and l.external_id <> t.external_id`.execute(db)
  await sql`insert into ehr_links (clinic_id, source, external_id, resident_id, said)
    select ${clinic_id}, ${source}, t.external_id, t.resident_id, t.said
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as t (external_id text, resident_id text, said jsonb)
    on conflict (clinic_id, source, external_id) do update set said = excluded.said`.execute(db)
}

/** For a change of EHR, whose ids mean other people. */
export async function deleteLinks({ db }: Ctx, clinic_id: string): Promise<void> {
  await db.deleteFrom('ehr_links').where('clinic_id', '=', clinic_id).execute()
}

export interface ImportableRow {
  readonly resident_id: string
  readonly first_name: string
  readonly last_name: string
  readonly room: string
  readonly floor: string
  readonly status: number
  readonly dob: string | null
  readonly gender: string | null
  readonly mr_no: string | null
  readonly date_of_admission: string | null
  readonly updated_at: Temporal.Instant
}

const importable = ({ db }: Ctx, clinic_id: string) =>
  db
    .selectFrom('importable_residents')
    .select(['resident_id', 'first_name', 'last_name', 'room', 'floor', 'status', 'dob', 'gender', 'mr_no'])
    .select(['date_of_admission', 'updated_at'])
    .where('clinic_id', '=', clinic_id)
    .$castTo<ImportableRow>()

export const selectImportable = (ctx: Ctx, clinic_id: string): Promise<ImportableRow[]> =>
  importable(ctx, clinic_id).execute()

export const selectImportableByIds = async (
  ctx: Ctx,
  clinic_id: string,
  ids: readonly string[],
): Promise<ImportableRow[]> =>
  ids.length === 0
    ? []
    : importable(ctx, clinic_id)
        .where(sql<boolean>`resident_id = any(${[...ids]}::text[])`)
        .execute()

const name = sql`first_name || chr(10) || last_name`

/**
 * Those whom a person that no link names may be: by record number, or by name. With letters other than those of ASCII all
 * are taken, because only `nameKey` knows which of them are alike.
 */
export const selectImportableLike = (
  ctx: Ctx,
  clinic_id: string,
  { first_name = '', last_name = '', mr_no = '' }: Said,
): Promise<ImportableRow[]> =>
  importable(ctx, clinic_id)
    .where(
      sql<boolean>`(mr_no = ${mr_no} or lower(${name}) = ${nameKey(first_name, last_name)}
        or octet_length(${name}) > char_length(${name}))`,
    )
    .execute()

/** Record numbers of the clinic's residents, not counting deleted ones. */
export async function selectTakenNumbers(
  { db }: Ctx,
  clinic_id: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('importable_residents')
    .select('mr_no')
    .where('clinic_id', '=', clinic_id)
    .where('status', '<>', 0)
    .where(sql<boolean>`mr_no = any(${[...numbers]}::text[])`)
    .execute()
  return new Set(rows.map(({ mr_no }) => mr_no!))
}
