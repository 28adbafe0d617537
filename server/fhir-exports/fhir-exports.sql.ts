import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Actor, Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'

/** Tables of this noun: fhir_exports and fhir_export_files. Reads the view observed_clinics. */

export type ExportRow = Selectable<DB['fhir_exports']>

/** Whose exports the actor may see: their own. */
const ownerOf = (actor: Actor) =>
  actor.type === 'service-account'
    ? { account_id: actor.id, user_id: null }
    : { account_id: null, user_id: actor.type === 'user' ? actor.id : '' }

/** By every call: an export is seen by nobody but its owner. */
function own({ db, actor }: Ctx) {
  const { account_id, user_id } = ownerOf(actor)
  const query = db.selectFrom('fhir_exports')
  return account_id === null ? query.where('user_id', '=', user_id) : query.where('account_id', '=', account_id)
}

/** The clinics that an export reaches: all of the actor's, or the one. */
export async function selectClinics({ db }: Ctx, clinic_id: string | undefined): Promise<string[]> {
  let query = db.selectFrom('observed_clinics').select('clinic_id').orderBy('clinic_id')
  if (clinic_id !== undefined) query = query.where('clinic_id', '=', clinic_id)
  return (await query.execute()).map((row) => row.clinic_id!)
}

export const insertExport = (
  { db, actor }: Ctx,
  values: Omit<Insertable<DB['fhir_exports']>, 'account_id' | 'user_id'>,
): Promise<ExportRow> =>
  db
    .insertInto('fhir_exports')
    .values({ ...values, ...ownerOf(actor) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Locks the owner's exports until the transaction ends. @returns how many are running */
export async function countRunning(ctx: Ctx): Promise<number> {
  await lock(ctx.db, `fhir exports ${JSON.stringify(ownerOf(ctx.actor))}`)
  const { count } = await own(ctx)
    .where('ended_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const selectExport = (ctx: Ctx, id: string): Promise<ExportRow | undefined> =>
  own(ctx).where('id', '=', id).selectAll().executeTakeFirst()

/** With its files. @returns undefined when there is none */
export async function deleteExport(ctx: Ctx, id: string): Promise<ExportRow | undefined> {
  const row = await selectExport(ctx, id)
  if (row) await ctx.db.deleteFrom('fhir_exports').where('id', '=', id).execute()
  return row
}

export const selectFiles = ({ db }: Ctx, export_id: string) =>
  db
    .selectFrom('fhir_export_files')
    .where('export_id', '=', export_id)
    .select(['no', 'type', 'count'])
    .orderBy('no')
    .execute()

export const selectFile = ({ db }: Ctx, export_id: string, no: number) =>
  db
    .selectFrom('fhir_export_files')
    .where('export_id', '=', export_id)
    .where('no', '=', no)
    .select(['type', 'count', 'content'])
    .executeTakeFirst()

/** Exports that are still to be made, oldest first. */
export const selectRunning = ({ db }: Ctx) =>
  db
    .selectFrom('fhir_exports')
    .where('ended_at', 'is', null)
    .select(['id', 'clinic_ids'])
    .orderBy('started_at')
    .orderBy('id')
    .execute()

/** Locks an export that is still to be made; undefined: it is deleted, made, or another node is at it. */
export const lockRunning = ({ db }: Ctx, id: string): Promise<ExportRow | undefined> =>
  db
    .selectFrom('fhir_exports')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export interface Step {
  /** null: nothing is left */
  readonly doing: string | null
  readonly position: string | null
  readonly done: number
}

/** Notes how far an export is. */
export async function noteStep({ db }: Ctx, id: string, { doing, position, done }: Step): Promise<void> {
  await db
    .updateTable('fhir_exports')
    .set({ doing, position, done, ...(doing === null && { ended_at: now }) })
    .where('id', '=', id)
    .execute()
}

/** Its files go, so that nobody takes a part of it for the whole. */
export async function failExport({ db }: Ctx, id: string, error: string): Promise<void> {
  await db.deleteFrom('fhir_export_files').where('export_id', '=', id).execute()
  await db.updateTable('fhir_exports').set({ error, ended_at: now }).where('id', '=', id).execute()
}

export async function insertFile(
  { db }: Ctx,
  file: { readonly export_id: string; readonly type: string; readonly count: number; readonly content: Buffer },
): Promise<void> {
  await sql`insert into fhir_export_files (export_id, no, type, count, content)
    select ${file.export_id}, coalesce(max(no), 0) + 1, ${file.type}, ${file.count}, ${file.content}
    from fhir_export_files where export_id = ${file.export_id}`.execute(db)
}

/** How long an export and its files are kept after it was made. */
export const keptHours = 24

/** Run by a job: deletes those kept for long enough, and those that were never ended. */
export async function removeOldExports({ db }: Ctx): Promise<void> {
  await sql`delete from fhir_exports where coalesce(ended_at, started_at + interval '6 days')
    < now() - make_interval(hours => ${keptHours})`.execute(db)
}
