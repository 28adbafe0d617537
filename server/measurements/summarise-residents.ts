import type { Ctx } from '../platform/context.ts'
import type { Period } from '../platform/period.ts'
import { type SummaryRow, selectSummaries } from './minutes.sql.ts'
import { type ResidentSpan, residentSpans } from './spans.ts'
import { type Split, splitByLeaves } from './split-by-leaves.ts'

/** Summary of a resident's minutes; breaths per minute, null without a valid one. */
export interface ResidentSummary {
  /** minutes with any reading, and in bed while not on leave (PL-6) */
  readonly minutes: number
  readonly minutes_in_bed: number
  /** mean of the minute averages, lowest and highest reading */
  readonly rr_avg: number | null
  readonly rr_min: number | null
  readonly rr_max: number | null
}

/**
 * Respiration and time in bed of everyone in a clinic, from the devices they had. Begins at a whole minute. Residents
 * without a minute in the period are left out.
 * @param leaves of the period, where time in bed is asked for
 */
export async function summariseResidents(
  ctx: Ctx,
  clinic_id: string,
  period: Period,
  leaves: readonly (Period & { readonly resident_id: string })[] = [],
): Promise<Map<string, ResidentSummary>> {
  const leavesOf = Map.groupBy(leaves, ({ resident_id }) => resident_id)
  const spans = (await residentSpans(ctx, clinic_id, period)).flatMap((span) =>
    splitByLeaves(span, leavesOf.get(span.resident_id) ?? []),
  )
  return added(await selectSummaries(ctx, spans), spans)
}

function added(rows: readonly SummaryRow[], spans: readonly Split<ResidentSpan>[]): Map<string, ResidentSummary> {
  const sums = new Map<string, { n: number; inBed: number; nRr: number; sumRr: number; min: number[]; max: number[] }>()
  for (const row of rows) {
    const { resident_id, isAway } = spans[row.index]!
    const sum = sums.get(resident_id) ?? { n: 0, inBed: 0, nRr: 0, sumRr: 0, min: [], max: [] }
    sum.n += row.n
    if (!isAway) sum.inBed += row.n_in_bed
    sum.nRr += row.n_rr
    sum.sumRr += row.sum_rr
    if (row.min_rr !== null) sum.min.push(row.min_rr)
    if (row.max_rr !== null) sum.max.push(row.max_rr)
    sums.set(resident_id, sum)
  }
  const summaries = new Map<string, ResidentSummary>()
  for (const [resident_id, { n, inBed, nRr, sumRr, min, max }] of sums)
    summaries.set(resident_id, {
      minutes: n,
      minutes_in_bed: inBed,
      rr_avg: nRr === 0 ? null : sumRr / nRr,
      rr_min: nRr === 0 ? null : Math.min(...min),
      rr_max: nRr === 0 ? null : Math.max(...max),
    })
  return summaries
}
