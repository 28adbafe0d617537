import type { Ctx } from '../platform/context.ts'
import { selectHoursOfSpans } from './minutes.sql.ts'
import { floorHour, type Period } from './period.ts'
import { round } from './respiration-point.ts'
import type { ResidentSpan } from './summarise-residents.ts'

const hourMs = 3_600_000

/** Each resident's mean rates of the hours of a period, oldest first, for a sparkline (VI-3). @param spans within it */
export async function ratesByHour(
  ctx: Ctx,
  spans: readonly ResidentSpan[],
  { since, until }: Period,
): Promise<ReadonlyMap<string, (number | null)[]>> {
  const first = floorHour(since).epochMilliseconds
  const hours = Math.ceil((until.epochMilliseconds - first) / hourMs)
  const placed = (await selectHoursOfSpans(ctx, spans)).map((row) => ({
    ...row,
    at: (row.hour.epochMilliseconds - first) / hourMs,
    resident_id: spans[row.index]!.resident_id,
  }))
  const rates = new Map<string, (number | null)[]>()
  for (const [resident_id, theirs] of Map.groupBy(placed, (row) => row.resident_id)) {
    const sums = Array.from({ length: hours }, () => ({ n: 0, sum: 0 }))
    for (const { at, n_rr, sum_rr } of theirs) {
      sums[at]!.n += n_rr
      sums[at]!.sum += sum_rr
    }
    rates.set(
      resident_id,
      sums.map(({ n, sum }) => (n === 0 ? null : round(sum / n))),
    )
  }
  return rates
}
