import { type NotNull, sql } from 'kysely'
import { openOldMinutes, reachesBack } from '../live/archive/index.ts'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import { earlier, later } from '../platform/period.ts'

/**
 * Table of this noun: privacy_requests. Reads the views privacy_subjects and privacy_minutes; functions of
 * `db/definitions/privacy.sql` find and erase a person's data in other nouns.
 */

export type SubjectType = 'user' | 'resident'

const requests = ({ db }: Ctx) =>
  db
    .selectFrom('privacy_requests as r')
    .leftJoin('privacy_subjects as s', (join) =>
      join.onRef('s.subject_id', '=', 'r.subject_id').onRef('s.subject_type', '=', 'r.subject_type'),
    )
    .selectAll('r')
    .select(['s.name', 's.is_in_care'])
    .$narrowType<{
      kind: 'export' | 'erasure'
      subject_type: SubjectType
      state: 'open' | 'done' | 'refused'
    }>()

export type RequestRow = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]

export const selectRequest = (ctx: Ctx, id: string): Promise<RequestRow | undefined> =>
  requests(ctx).where('r.id', '=', id).executeTakeFirst()

/** Open ones first, longest waiting at the top; closed ones newest first. */
export function selectRequests(
  ctx: Ctx,
  state: string | undefined,
  page: Page,
): Promise<{ rows: RequestRow[]; total: number }> {
  const matching = requests(ctx)
    .$if(state !== undefined, (query) => query.where('r.state', '=', state!))
    .orderBy('r.closed_at', (order) => order.desc().nullsFirst())
    .orderBy('r.received_on')
    .orderBy('r.id')
  return selectPage(matching, page)
}

export const insertRequest = async (
  { db }: Ctx,
  values: { kind: string; subject_type: SubjectType; subject_id: string; received_on: string },
): Promise<string> =>
  (await db.insertInto('privacy_requests').values(values).returning('id').executeTakeFirstOrThrow()).id

/** @returns false when it is closed or was already extended */
export async function setExtension({ db }: Ctx, id: string, extension: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('privacy_requests')
    .set({ extension })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('extension', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false when it is closed already */
export async function closeRequest(
  { db }: Ctx,
  id: string,
  state: 'done' | 'refused',
  reason: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('privacy_requests')
    .set({ state, reason, closed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Closes the requests of an erased person: there is no data left to answer with. */
export async function closeRequestsAbout({ db }: Ctx, type: SubjectType, id: string): Promise<void> {
  await db
    .updateTable('privacy_requests')
    .set({ state: 'done', closed_at: now })
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

export const selectSubject = ({ db }: Ctx, type: SubjectType, id: string) =>
  db
    .selectFrom('privacy_subjects')
    .select(['name'])
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .$narrowType<{ name: NotNull }>()
    .executeTakeFirst()

/** A person's own row and all rows of other nouns that refer to it. */
export async function selectRowsOfPerson({ db }: Ctx, type: SubjectType, id: string) {
  const table = type === 'user' ? 'users' : 'residents'
  // Without what the names are made into for searching.
  const { rows: own } = await sql<{ kept: unknown }>`
    select to_jsonb(t) - 'names_folded' as kept from ${sql.table(table)} t where id = ${id}`.execute(db)
  const { rows } = await sql<{ kept_in: string; kept: unknown }>`
    select kept_in, kept from rows_of_person(${table}, ${id})`.execute(db)
  return [...own.map(({ kept }) => ({ kept_in: table, kept })), ...rows]
}

/** First and last day on which a resident was measured. */
export const selectMeasuredSpan = ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('resident_spans')
    .select(({ fn }) => [
      fn.min('first_minute').as('since'),
      sql<Temporal.Instant | null>`max(coalesce(end_minute, now() + interval '5 minutes'))`.as('until'),
    ])
    .where('resident_id', '=', resident_id)
    .executeTakeFirstOrThrow()

/** From the database, or where it has left that (AR-3). */
export async function selectMinutesOfDay(
  ctx: Ctx,
  resident_id: string,
  since: Temporal.Instant,
  until: Temporal.Instant,
) {
  const old = reachesBack({ since }) ? await selectOldMinutes(ctx, resident_id, since, until) : []
  const stored = await ctx.db
    .selectFrom('privacy_minutes')
    .select(['minute', 'rr_avg', 'min_rr as rr_min', 'max_rr as rr_max', 'dist_avg', 'in_bed'])
    .where('resident_id', '=', resident_id)
    .where('minute', '>=', since)
    .where('minute', '<', until)
    .orderBy('minute')
    .execute()
  return [...old, ...stored]
}

async function selectOldMinutes(ctx: Ctx, resident_id: string, since: Temporal.Instant, until: Temporal.Instant) {
  const rows = await ctx.db
    .selectFrom('resident_spans')
    .select(['device_no', 'first_minute', 'end_minute'])
    .where('resident_id', '=', resident_id)
    .where('first_minute', '<', until)
    .where((where) => where.or([where('end_minute', 'is', null), where('end_minute', '>', since)]))
    .orderBy('first_minute')
    .$narrowType<{ device_no: NotNull; first_minute: NotNull }>()
    .execute()
  const spans = rows.map(({ device_no, first_minute, end_minute }) => ({
    device_no,
    since: later(first_minute, since),
    until: earlier(end_minute ?? until, until),
  }))
  const old = await openOldMinutes(ctx, spans)
  const minutes = []
  for (const span of old ? spans : []) minutes.push(...(await old!.of(span)))
  return minutes.map(({ ts, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence }) => ({
    minute: Temporal.Instant.fromEpochMilliseconds(ts),
    rr_avg: n_rr === 0 ? null : sum_rr / n_rr,
    ...{ rr_min: min_rr, rr_max: max_rr, dist_avg: n_dist === 0 ? null : sum_dist / n_dist },
    in_bed: n_presence * 2 >= n,
  }))
}

/** Erasures touch all tables, so they run one at a time. */
const lockErasures = ({ db }: Ctx): Promise<void> => lock(db, 'eupnea_erasures')

/** Removes a user's name and addresses from whatever outlives their record. */
export async function eraseUserTraces(ctx: Ctx, user_id: string): Promise<void> {
  await lockErasures(ctx)
  await sql`select erase_user_traces(${user_id})`.execute(ctx.db)
}

/** @returns false while the resident is still in the clinic or has a device */
export async function eraseResidentRows(ctx: Ctx, resident_id: string): Promise<boolean> {
  await lockErasures(ctx)
  const { rows } = await sql<{ done: boolean }>`select erase_resident(${resident_id}) as done`.execute(ctx.db)
  return rows[0]?.done === true
}
