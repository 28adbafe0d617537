import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { ago } from '../platform/instants.ts'

/** Table job_failures, from what pg-boss keeps of runs for an hour (server/platform/jobs.ts). */

export interface JobFailure {
  readonly job: string
  readonly since: Temporal.Instant
}

/** A run that was killed or ran out of time has failed too; one that will be tried again hasn't yet. */
const lastRuns = sql`select distinct on (name) name as job, state = 'failed' as has_failed, completed_on as at
  from jobs.job where state in ('completed', 'failed') order by name, completed_on desc`

/** Keeps jobs whose last run failed. */
export async function noteFailures({ db }: Ctx): Promise<void> {
  await sql`insert into job_failures (job, since) select job, at from (${lastRuns}) last where has_failed
    on conflict do nothing`.execute(db)
}

/** @returns jobs that have failed for at least `seconds`, each once */
export const takeUnreported = ({ db }: Ctx, seconds: number): Promise<JobFailure[]> =>
  db
    .updateTable('job_failures')
    .set({ told_at: sql`now()` })
    .where('told_at', 'is', null)
    .where('since', '<=', ago(seconds))
    .returning(['job', 'since'])
    .execute()

/** Forgets jobs whose last run succeeded. @returns those that somebody was notified of */
export const takeEnded = async ({ db }: Ctx): Promise<JobFailure[]> =>
  (
    await db
      .deleteFrom('job_failures')
      .where(sql<boolean>`job in (select job from (${lastRuns}) last where not has_failed)`)
      .returning(['job', 'since', 'told_at'])
      .execute()
  ).filter(({ told_at }) => told_at !== null)
