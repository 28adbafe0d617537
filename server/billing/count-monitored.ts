import { presentEnd } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'
import { type BilledSpan, selectBilledSpans, selectMonitored } from './billing.sql.ts'

/** What sensors measured of a resident. */
export interface Monitored {
  /** minutes with any reading and with a valid rr, of each day of the period */
  readonly n: readonly number[]
  readonly n_rr: readonly number[]
  /** oldest first, including spans without readings; at least one */
  readonly spans: readonly BilledSpan[]
}

/**
 * Minutes per day of everyone with a device of the clinic in the period, while they had it (BI-1).
 * @param days consecutive
 * @param resident_id only this resident
 */
export async function countMonitored(
  ctx: Ctx,
  clinic_id: string,
  days: readonly Period[],
  resident_id?: string,
): Promise<Map<string, Monitored>> {
  const now = presentEnd(Temporal.Now.instant())
  const period = { since: days[0]!.since, until: earlier(days.at(-1)!.until, now) }
  const spans: BilledSpan[] = []
  for (const { first_minute, end_minute, ...whose } of await selectBilledSpans(ctx, clinic_id, period, resident_id)) {
    const since = later(first_minute, period.since)
    const until = end_minute ? earlier(end_minute, period.until) : period.until
    if (isBefore(since, until)) spans.push({ ...whose, since, until })
  }
  const counts = new Map<string, { n: number[]; n_rr: number[]; spans: BilledSpan[] }>()
  for (const span of spans) {
    const zeros = () => new Array<number>(days.length).fill(0)
    const count = counts.get(span.resident_id) ?? { n: zeros(), n_rr: zeros(), spans: [] }
    count.spans.push(span)
    counts.set(span.resident_id, count)
  }
  if (spans.length > 0)
    for (const { span, day, n, n_rr } of await selectMonitored(ctx, spans, days)) {
      const count = counts.get(spans[span]!.resident_id)!
      count.n[day]! += n
      count.n_rr[day]! += n_rr
    }
  return counts
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
