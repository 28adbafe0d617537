import type { EhrRowKind, EhrRunState, EhrSource } from '@eupnea/contract/ehr-import.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import type { Limit } from './incoming.ts'

/** Table of this file: ehr_runs. */

export type RunRow = Omit<Selectable<DB['ehr_runs']>, 'state' | 'source' | 'counts' | 'limits'> & {
  readonly state: EhrRunState
  readonly source: EhrSource
  readonly counts: EndCounts | null
  readonly limits: readonly Limit[]
}

/** How a run ended. */
export interface EndCounts {
  readonly kinds: Partial<Record<EhrRowKind, number>>
  readonly undecided: number
  readonly looked_at: number
  readonly applied: number
}

const unfinished = ['reading', 'preview', 'applying'] as const

/** @returns undefined when the clinic already has a run in progress */
export const insertRun = (
  { db }: Ctx,
  values: { clinic_id: string; source: string; started_by: string; is_scheduled?: boolean },
): Promise<RunRow | undefined> =>
  db
    .insertInto('ehr_runs')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('clinic_id')
        .where('state', 'in', [...unfinished])
        .doNothing(),
    )
    .returningAll()
    .$castTo<RunRow>()
    .executeTakeFirst()

export const selectRun = ({ db }: Ctx, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('ehr_runs').selectAll().where('id', '=', id).$castTo<RunRow>().executeTakeFirst()

export const selectUnfinishedRun = ({ db }: Ctx, clinic_id: string): Promise<RunRow | undefined> =>
  db
    .selectFrom('ehr_runs')
    .selectAll()
    .where('clinic_id', '=', clinic_id)
    .where('state', 'in', unfinished)
    .$castTo<RunRow>()
    .executeTakeFirst()

/** A page, newest first, with the count of all. */
export async function selectRuns(
  { db }: Ctx,
  clinic_id: string,
  page: Page,
): Promise<{ rows: RunRow[]; total: number }> {
  const query = db.selectFrom('ehr_runs').where('clinic_id', '=', clinic_id)
  return selectPage(query.selectAll().orderBy('started_at', 'desc').orderBy('id').$castTo<RunRow>(), page)
}

/** The precondition is part of the UPDATE (rule 7). @returns false when the run is no longer in one of the states */
export async function moveRun(
  { db }: Ctx,
  id: string,
  from: readonly EhrRunState[],
  values: Updateable<DB['ehr_runs']>,
  worker?: string,
): Promise<boolean> {
  let update = db.updateTable('ehr_runs').set(values).where('id', '=', id).where('state', 'in', from)
  if (worker !== undefined) update = update.where('worker', '=', worker)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** Locks the run until the transaction ends. @returns its state */
export const lockRun = async ({ db }: Ctx, id: string): Promise<EhrRunState | undefined> =>
  (await db.selectFrom('ehr_runs').select('state').where('id', '=', id).forUpdate().executeTakeFirst())?.state as
    | EhrRunState
    | undefined

const leaseEnd = sql<Temporal.Instant>`now() + interval '20 seconds'`

/** Takes the oldest run that has work to do and no living node. */
export const claimRun = ({ db }: Ctx, worker: string): Promise<RunRow | undefined> =>
  db
    .updateTable('ehr_runs')
    .set({ worker, lease_until: leaseEnd })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('ehr_runs')
        .select('id')
        .where('state', 'in', ['reading', 'applying'])
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
        .orderBy('started_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .$castTo<RunRow>()
    .executeTakeFirst()

/** @returns false when the run has ended or belongs to another node */
export const renewLease = ({ db }: Ctx, id: string, worker: string): Promise<boolean> =>
  db
    .updateTable('ehr_runs')
    .set({ lease_until: leaseEnd })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', 'in', ['reading', 'applying'])
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n)

export async function releaseLease({ db }: Ctx, id: string, worker: string): Promise<void> {
  await db
    .updateTable('ehr_runs')
    .set({ worker: null, lease_until: null, waits_until: null })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .execute()
}
