import { keptDays } from '@eupnea/contract/deidentified-exports.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type NotNull, type Selectable, sql } from 'kysely'
import type { OldMinute } from '../live/archive/index.ts'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/**
 * Tables of this noun: deidentified_exports, deidentified_export_residents and deidentified_export_files. Reads the views
 * deidentified_residents, resident_spans, stored_minutes and current_archive_files.
 */

export type ExportRow = Selectable<DB['deidentified_exports']>

/** Newest first. */
export const selectExports = ({ db }: Ctx, page: Page) =>
  selectPage(db.selectFrom('deidentified_exports').selectAll().orderBy('started_at', 'desc').orderBy('id'), page)

export const selectExport = ({ db }: Ctx, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('deidentified_exports').where('id', '=', id).selectAll().executeTakeFirst()

/** Locks the starting of exports until the transaction ends. @returns how many are being made */
export async function countRunning({ db }: Ctx): Promise<number> {
  await lock(db, 'deidentified exports')
  const { count } = await db
    .selectFrom('deidentified_exports')
    .where('ended_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertExport = async (
  { db }: Ctx,
  values: {
    readonly clinic_id: string
    readonly user_id: string | null
    readonly user_name: string
    readonly first_day: string
    readonly last_day: string
  },
): Promise<string> =>
  (await db.insertInto('deidentified_exports').values(values).returning('id').executeTakeFirstOrThrow()).id

export async function deleteExport({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('deidentified_exports').where('id', '=', id).execute()
}

export interface Part {
  readonly resident_id: string
  readonly device_no: number
  /** of readings */
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant | null
  /** of minutes */
  readonly first_minute: Temporal.Instant
  readonly end_minute: Temporal.Instant | null
}

/** Who had which device of the facility in the period, oldest first. */
export const selectParts = (
  { db }: Ctx,
  clinic_id: string,
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
): Promise<Part[]> =>
  db
    .selectFrom('resident_spans as s')
    .innerJoin('deidentified_residents as r', 'r.resident_id', 's.resident_id')
    .select(['s.resident_id', 's.device_no', 's.since', 's.until', 's.first_minute', 's.end_minute'])
    .where('s.clinic_id', '=', clinic_id)
    .where('s.device_no', 'is not', null)
    .where('s.since', '<', until)
    .where((where) => where.or([where('s.until', 'is', null), where('s.until', '>', since)]))
    .orderBy('s.since')
    .orderBy('s.id')
    .$narrowType<{ resident_id: NotNull; device_no: NotNull; since: NotNull; first_minute: NotNull }>()
    .execute()

/** What a device's minutes of a day take as a file, bytes. */
const minutesOfDay = 8_500

/** About how much an export of these parts will hold, by the archive's files; what isn't archived yet is little. */
export async function estimateBytes(
  { db }: Ctx,
  parts: readonly Part[],
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (coalesce(sum(f.bytes), 0) + count(*) * ${minutesOfDay}::int)::float8 as bytes
    from current_archive_files f
    where f.kind = 'readings' and f.last_ts >= ${since}::timestamptz and f.first_ts < ${until}::timestamptz
      and exists (
        select from unnest(${parts.map((part) => part.device_no)}::int4[],
          ${parts.map((part) => part.since.toString())}::timestamptz[],
          ${parts.map((part) => part.until?.toString() ?? null)}::timestamptz[]) p (device_no, since, until)
        where p.device_no = f.device_no and p.since <= f.last_ts and (p.until is null or p.until > f.first_ts))`.execute(
    db,
  )
  return rows[0]!.bytes
}

/** Exports that are still to be made, oldest first. */
export const selectRunning = ({ db }: Ctx) =>
  db
    .selectFrom('deidentified_exports')
    .where('ended_at', 'is', null)
    .select(['id', 'clinic_id'])
    .orderBy('started_at')
    .orderBy('id')
    .execute()

/** Locks an export that is still to be made; undefined: it is deleted, made, or another node is at it. */
export const lockRunning = ({ db }: Ctx, id: string): Promise<ExportRow | undefined> =>
  db
    .selectFrom('deidentified_exports')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export interface Disguised {
  readonly no: number
  readonly resident_id: string
  readonly pseudonym: string
  readonly shift_days: number
}

export async function insertResidents({ db }: Ctx, export_id: string, residents: readonly Disguised[]): Promise<void> {
  await db
    .insertInto('deidentified_export_residents')
    .values(residents.map((one) => ({ export_id, ...one })))
    .execute()
  await db
    .updateTable('deidentified_exports')
    .set({ residents: residents.length })
    .where('id', '=', export_id)
    .execute()
}

/** With what is known of them; whoever was erased or has left meanwhile is missing. */
export const selectDisguised = ({ db }: Ctx, export_id: string) =>
  db
    .selectFrom('deidentified_export_residents as e')
    .innerJoin('deidentified_residents as r', 'r.resident_id', 'e.resident_id')
    .where('e.export_id', '=', export_id)
    .select(['e.no', 'e.resident_id', 'e.pseudonym', 'e.shift_days', 'r.dob', 'r.gender'])
    .orderBy('e.no')
    .$narrowType<{ resident_id: NotNull }>()
    .execute()

/** Minutes that the database has, oldest first. */
export async function selectMinutes(
  { db }: Ctx,
  { device_no, since, until }: { device_no: number; since: Temporal.Instant; until: Temporal.Instant },
): Promise<Omit<OldMinute, 'late_at'>[]> {
  const { rows } = await sql<Omit<OldMinute, 'late_at'>>`
    select extract(epoch from ts)::float8 * 1000 as ts, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence
    from stored_minutes where device_no = ${device_no} and ts >= ${since}::timestamptz and ts < ${until}::timestamptz
      and n > 0 order by ts`.execute(db)
  return rows
}

export async function insertFile({ db }: Ctx, export_id: string, name: string, content: Uint8Array): Promise<void> {
  await db
    .insertInto('deidentified_export_files')
    .values({ export_id, name, content: Buffer.from(content) })
    .execute()
}

export interface Step {
  readonly position: number
  readonly rows: number
  readonly bytes: number
  readonly unreadable: number
}

export async function noteStep({ db }: Ctx, id: string, { position, rows, bytes, unreadable }: Step): Promise<void> {
  await sql`update deidentified_exports set position = ${position}, rows = rows + ${rows}::int8, bytes = bytes + ${bytes}::int8,
    unreadable = unreadable + ${unreadable} where id = ${id}`.execute(db)
}

/** From now on nobody can tell who is who. */
export async function endExport({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('deidentified_export_residents').where('export_id', '=', id).execute()
  await db.updateTable('deidentified_exports').set({ ended_at: now }).where('id', '=', id).execute()
}

/** Its files go, so that nobody takes a part of it for the whole. */
export async function failExport(ctx: Ctx, id: string, error: string): Promise<void> {
  await ctx.db.deleteFrom('deidentified_export_files').where('export_id', '=', id).execute()
  await endExport(ctx, id)
  await ctx.db.updateTable('deidentified_exports').set({ error }).where('id', '=', id).execute()
}

export const selectFileNames = async ({ db }: Ctx, export_id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('deidentified_export_files')
      .where('export_id', '=', export_id)
      .select('name')
      .orderBy('name')
      .execute()
  ).map(({ name }) => name)

export const selectFile = async ({ db }: Ctx, export_id: string, name: string): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('deidentified_export_files')
      .where('export_id', '=', export_id)
      .where('name', '=', name)
      .select('content')
      .executeTakeFirst()
  )?.content

/** Run by a job: deletes those that ended, or were started, too long ago. */
export async function removeOldDeidentifiedExports({ db }: Ctx): Promise<void> {
  await sql`delete from deidentified_exports where coalesce(ended_at, started_at) < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
}
