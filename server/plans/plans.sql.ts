import type { MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type NotNull, type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { lock } from '../platform/lock.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/**
 * Table of this noun: plans, with the views plan_spans and plan_reviews. Reads the views resident_minutes,
 * resident_usuals and excluded_times.
 */

export type PlanRow = Selectable<DB['plans']>

/** What is written of a version; `plan` null: the resident goes by the facility's again. */
export interface PlanToWrite {
  readonly clinic_id: string
  readonly resident_id: string | null
  readonly plan: MonitoringPlan | null
  readonly reason: string
  readonly review_on: string | null
  readonly written_by: string
  readonly written_name: string
}

export const insertPlan = async ({ db }: Ctx, { plan, ...rest }: PlanToWrite): Promise<void> => {
  const values = plan && { ...plan, out_of_bed: plan.out_of_bed && JSON.stringify(plan.out_of_bed) }
  await db
    .insertInto('plans')
    .values({ ...rest, ...values, is_default: plan === null })
    .execute()
}

/** Versions of a facility's plan are written one after the other. */
export const lockPlans = ({ db }: Ctx, of: string): Promise<void> => lock(db, `plans ${of}`)

/** Newest first. @param resident_id null: of the facility */
export function selectVersions(
  { db }: Ctx,
  { clinic_id, resident_id }: { clinic_id: string; resident_id: string | null },
): Promise<PlanRow[]> {
  const query = db.selectFrom('plans').selectAll().where('clinic_id', '=', clinic_id)
  return (resident_id === null ? query.where('resident_id', 'is', null) : query.where('resident_id', '=', resident_id))
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export const selectUsual = ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('resident_usuals')
    .select(['median', 'mad', 'minutes'])
    .where('resident_id', '=', resident_id)
    .$narrowType<{ median: NotNull; mad: NotNull; minutes: NotNull }>()
    .executeTakeFirst()

/** Averages of the resident's own minutes, but for those of leaves, oldest first; null: a minute without a rate. */
export async function selectMinuteAverages(
  { db }: Ctx,
  resident_id: string,
  since: Temporal.Instant,
): Promise<{ at: number; avg: number | null }[]> {
  const { rows } = await sql<{ at: number; avg: number | null }>`
    select (extract(epoch from minute) * 1000)::float8 as at, sum_rr / nullif(n_rr, 0) as avg
    from resident_minutes m where resident_id = ${resident_id} and minute >= ${since}::timestamptz
      and not exists (select from excluded_times t
        where t.resident_id = m.resident_id and m.minute >= t.since and m.minute < t.until)
    order by minute`.execute(db)
  return rows
}

/** The facility's newest version; undefined: nobody has written one. */
export const selectClinicVersion = ({ db }: Ctx, clinic_id: string): Promise<PlanRow | undefined> =>
  db
    .selectFrom('plans')
    .selectAll()
    .where('clinic_id', '=', clinic_id)
    .where('resident_id', 'is', null)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Which plan held when, oldest first; `resident_id` null: the facility's. */
export const selectPlanSpans = (
  { db }: Ctx,
  clinic_id: string,
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
  resident_id?: string,
) =>
  db
    .selectFrom('plan_spans')
    .selectAll()
    .where('clinic_id', '=', clinic_id)
    .$if(resident_id !== undefined, (query) =>
      query.where((where) => where.or([where('resident_id', '=', resident_id!), where('resident_id', 'is', null)])),
    )
    .where('since', '<=', until)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', since)]))
    .orderBy('since')
    .$narrowType<{ since: NotNull }>()
    .execute()

/** Active residents whose plan's review date has come by `today`, those due longest first, with the count of all. */
export function selectDueReviews({ db }: Ctx, { clinic_id, today }: { clinic_id: string; today: string }, page: Page) {
  const due = db
    .selectFrom('plan_reviews')
    .where('clinic_id', '=', clinic_id)
    .where('review_on', '<=', today)
    .selectAll()
    .orderBy('review_on')
    .orderBy('room')
    .orderBy('resident_id')
    .$narrowType<{ resident_id: NotNull; clinic_id: NotNull; review_on: NotNull; reason: NotNull }>()
    .$narrowType<{ first_name: NotNull; last_name: NotNull; preferred_name: NotNull; room: NotNull; floor: NotNull }>()
  return selectPage(due, page)
}
