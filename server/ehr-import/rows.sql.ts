import type { EhrField, EhrRowKind } from '@eupnea/contract/ehr-import.ts'
import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import { isIn } from '../platform/text-search.ts'
import type { Said } from './incoming.ts'
import type { Change } from './plan-row.ts'
import type { EndCounts, RunRow } from './runs.sql.ts'

/** Table of this file: ehr_rows. */

export type Decision = 'skip' | 'apply' | 'new' | 'link'

export interface NewRow {
  readonly no: number
  readonly external_id: string | null
  readonly kind: EhrRowKind
  readonly reason: string
  readonly name: string
  readonly incoming: Said | null
  readonly resident_id: string | null
  readonly candidates: readonly string[]
  readonly changes: readonly Change[]
  readonly planned_at: string | null
  /** a scheduled import may write it without a person */
  readonly is_certain: boolean
  readonly applied: boolean | null
}

export interface PreviewRow extends Omit<NewRow, 'planned_at'> {
  readonly planned_at: Temporal.Instant | null
  readonly decision: Decision | null
  readonly take: readonly EhrField[]
}

export async function insertRows(
  { db }: Ctx,
  run: { readonly id: string; readonly clinic_id: string },
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into ehr_rows (run_id, clinic_id, no, external_id, kind, reason, name, incoming, resident_id, candidates,
      changes, planned_at, is_certain, applied)
    select ${run.id}, ${run.clinic_id}, t.no, t.external_id, t.kind, t.reason, t.name, t.incoming, t.resident_id,
      t.candidates, t.changes, t.planned_at, t.is_certain, t.applied
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (no integer, external_id text, kind text, reason text,
      name text, incoming jsonb, resident_id text, candidates text[], changes jsonb, planned_at timestamptz,
      is_certain boolean, applied boolean)`.execute(db)
}

/** People met on earlier pages of a run. */
export const selectSeen = async (
  { db }: Ctx,
  run_id: string,
): Promise<{ external_id: string | null; resident_id: string | null; mr_no: string | null }[]> =>
  db
    .selectFrom('ehr_rows')
    .select(['external_id', 'resident_id', sql<string | null>`incoming ->> 'mr_no'`.as('mr_no')])
    .where('run_id', '=', run_id)
    .execute()

export async function deleteRows({ db }: Ctx, run_id: string): Promise<void> {
  await db.deleteFrom('ehr_rows').where('run_id', '=', run_id).execute()
}

/** Deletes rows of older runs, because rows contain personal data. */
export async function deleteOldRows({ db }: Ctx, clinic_id: string, keepRuns: number): Promise<void> {
  await sql`delete from ehr_rows where clinic_id = ${clinic_id} and run_id not in (
    select id from ehr_runs where clinic_id = ${clinic_id} order by started_at desc limit ${keepRuns})`.execute(db)
}

/** A page in EHR order, undecided rows first, with the count of all. */
export async function selectRows(
  { db }: Ctx,
  run_id: string,
  { kind, search }: { readonly kind?: EhrRowKind; readonly search?: string },
  page: Page,
): Promise<{ rows: PreviewRow[]; total: number }> {
  let query = db.selectFrom('ehr_rows').where('run_id', '=', run_id)
  if (kind) query = query.where('kind', '=', kind)
  if (search) query = query.where(isIn(search, 'name', sql`incoming ->> 'mr_no'`))
  return selectPage(
    query
      .selectAll()
      .orderBy(sql`array_position(array['ask','discharge','failed','update','create','left_out','unchanged'], kind)`)
      .orderBy('no')
      .$castTo<PreviewRow>(),
    page,
  )
}

export const selectRow = ({ db }: Ctx, run_id: string, no: number): Promise<PreviewRow | undefined> =>
  db
    .selectFrom('ehr_rows')
    .selectAll()
    .where('run_id', '=', run_id)
    .where('no', '=', no)
    .$castTo<PreviewRow>()
    .executeTakeFirst()

export async function updateDecision(
  { db }: Ctx,
  run_id: string,
  no: number,
  values: { decision: Decision | null; take: EhrField[]; resident_id: string | null },
): Promise<void> {
  await db.updateTable('ehr_rows').set(values).where('run_id', '=', run_id).where('no', '=', no).execute()
}

/** Whether another row of the run already belongs to the resident, matched automatically or by a person. */
export const isResidentTaken = async ({ db }: Ctx, run_id: string, resident_id: string, no: number): Promise<boolean> =>
  (await db
    .selectFrom('ehr_rows')
    .select('no')
    .where('run_id', '=', run_id)
    .where('resident_id', '=', resident_id)
    .where('no', '<>', no)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether the run has rows about which a person may decide. */
export const hasRowsToSee = async ({ db }: Ctx, run_id: string): Promise<boolean> =>
  (await db
    .selectFrom('ehr_rows')
    .select('no')
    .where('run_id', '=', run_id)
    .where('applied', 'is', null)
    .where('kind', 'in', ['create', 'update', 'discharge', 'ask'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a person has decided about any of its rows. */
export const hasDecisions = async ({ db }: Ctx, run_id: string): Promise<boolean> =>
  (await db
    .selectFrom('ehr_rows')
    .select('no')
    .where('run_id', '=', run_id)
    .where('decision', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Rows not yet processed, in order. */
export const selectWaitingRows = (
  { db }: Ctx,
  { id, applies }: Pick<RunRow, 'id' | 'applies'>,
  limit: number,
): Promise<PreviewRow[]> =>
  db
    .selectFrom('ehr_rows')
    .selectAll()
    .where('run_id', '=', id)
    .where('applied', 'is', null)
    .where((where) => (applies === 'certain' ? where('is_certain', '=', true) : where.lit(true)))
    .orderBy('no')
    .limit(limit)
    .$castTo<PreviewRow>()
    .execute()

export async function markRows(
  { db }: Ctx,
  run_id: string,
  rows: readonly {
    readonly no: number
    readonly applied: boolean
    readonly resident_id: string | null
    readonly reason: string
  }[],
): Promise<void> {
  await sql`update ehr_rows r set applied = t.applied, resident_id = t.resident_id, reason = t.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (no integer, applied boolean, resident_id text, reason text)
    where r.run_id = ${run_id} and r.no = t.no`.execute(db)
}

/** Row counts by kind and state. */
export async function countRows({ db }: Ctx, run_ids: readonly string[]): Promise<Map<string, EndCounts>> {
  const { rows } = await sql<{ run_id: string; kinds: EndCounts['kinds'] } & Omit<EndCounts, 'kinds'>>`
    select run_id, jsonb_object_agg(kind, total) as kinds, sum(undecided)::int4 as undecided,
      sum(looked_at)::int4 as looked_at, sum(applied)::int4 as applied
    from (
      select run_id, kind, count(*)::int4 as total,
        count(*) filter (where kind = 'ask' and decision is null and applied is null)::int4 as undecided,
        count(*) filter (where applied is not null and kind in ('create', 'update', 'discharge', 'ask'))::int4 as looked_at,
        count(*) filter (where applied and kind in ('create', 'update', 'discharge', 'ask'))::int4 as applied
      from ehr_rows where run_id = any(${[...run_ids]}::text[]) group by run_id, kind
    ) k group by run_id`.execute(db)
  return new Map(rows.map(({ run_id, ...counts }) => [run_id, counts]))
}
