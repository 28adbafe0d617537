import { tenth } from '@eupnea/contract/rules/round.ts'
import { stepMinutes } from '@eupnea/contract/rules/spark.ts'
import { type NotNull, sql } from 'kysely'
import { ownOldMinutes } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'

/** No table of its own. Reads the views resident_places and resident_minutes. */

/** [since, until) */
export interface Stretch {
  readonly patient_id: string
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** Those of these residents who are at the clinic. */
export const selectResidentsOf = async (
  { db }: Ctx,
  clinic_id: string,
  residents: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('resident_places')
    .where('clinic_id', '=', clinic_id)
    .where('resident_id', '=', sql<string>`any(${[...residents]}::text[])`)
    .select('resident_id')
    .$narrowType<{ resident_id: NotNull }>()
    .execute()
  return new Set(rows.map(({ resident_id }) => resident_id))
}

export interface StepRow {
  /** indices of the stretch and of the step in it */
  readonly stretch: number
  readonly step: number
  /** breaths per minute */
  readonly rate: number
}

/** Steps with a valid rate. */
export async function selectSteps(ctx: Ctx, stretches: readonly Stretch[]): Promise<StepRow[]> {
  const column = (of: (stretch: Stretch) => string) => stretches.map(of)
  const ends = stretches.flatMap(({ since, until }) => [since, until]).toSorted(Temporal.Instant.compare)
  // Constants for the planner, so that only the partitions between them are read.
  const { rows } = await sql<StepRow>`
    select (s.idx - 1)::int as stretch, m.step, m.rate
    from unnest(${column(({ patient_id }) => patient_id)}::text[],
      ${column(({ since }) => since.toString())}::timestamptz[],
      ${column(({ until }) => until.toString())}::timestamptz[]) with ordinality s (resident_id, since, until, idx)
    cross join lateral (
      select floor(extract(epoch from m.minute - s.since) / ${stepMinutes * 60})::int as step,
        round((sum(m.sum_rr) / sum(m.n_rr))::numeric, 1)::float8 as rate
      from resident_minutes m
      where m.resident_id = s.resident_id and m.minute >= s.since and m.minute < s.until and m.n_rr > 0
        and m.minute >= ${ends[0]!.toString()}::timestamptz and m.minute < ${ends.at(-1)!.toString()}::timestamptz
      group by 1
    ) m`.execute(ctx.db)
  return [...rows, ...(await oldSteps(ctx, stretches))]
}

/** The same of minutes that have left the database (AR-3). No step is in both, because months have whole ones. */
async function oldSteps(ctx: Ctx, stretches: readonly Stretch[]): Promise<StepRow[]> {
  const times = stretches.map(({ patient_id, since, until }) => ({ resident_id: patient_id, since, until }))
  const steps = new Map<string, { stretch: number; step: number; n: number; sum: number }>()
  for await (const { index, ts, n_rr, sum_rr } of ownOldMinutes(ctx, times)) {
    if (n_rr === 0) continue
    const step = Math.floor((ts - times[index]!.since.epochMilliseconds) / (stepMinutes * 60_000))
    const key = `${index} ${step}`
    const { n, sum } = steps.get(key) ?? { n: 0, sum: 0 }
    steps.set(key, { stretch: index, step, n: n + n_rr, sum: sum + sum_rr })
  }
  return [...steps.values()].map(({ n, sum, ...of }) => ({ ...of, rate: tenth(sum / n) }))
}
