import type { Ctx } from '../platform/context.ts'
import { type Interval, intersect } from './intervals.ts'
import { type After, countMinutes, type MinuteRow, type Span, selectMinutes } from './minutes.sql.ts'

/** Minutes of residents, found from one end of the time without reading the rest. */

const dayMs = 86_400_000
/** Readings older than this are refused, ms: a minute can't have been changed later than that after its end. */
const lateMs = 31 * dayMs

export interface WantedMinutes {
  readonly spans: readonly Span[]
  /** of the minutes */
  readonly dates: readonly Interval[]
  /** of when they were last changed */
  readonly updated?: readonly Interval[] | undefined
  /** only minutes that were over then, ms */
  readonly before: number
}

/** The same spans, cut to what can be in the answer; and from when to when they reach. */
function narrow({ spans, dates, updated, before }: WantedMinutes): { spans: Span[]; reach: Interval } {
  const last = Math.floor(before / 60_000) * 60_000
  const [first, end] = [updated?.at(0)?.[0] ?? -Infinity, updated?.at(-1)?.[1] ?? Infinity]
  const limits = intersect(dates, [[updated?.length === 0 ? last : first - lateMs, Math.min(last, end)]])
  const cut = spans.flatMap((span) =>
    intersect([[span.since, span.until]], limits).map(([since, until]) => ({ ...span, since, until })),
  )
  const reach: Interval = [Math.min(...cut.map(({ since }) => since)), Math.max(...cut.map(({ until }) => until))]
  return { spans: cut, reach }
}

/** How many days a look reaches: few at first, because what is asked for is mostly near the end it begins at. */
const firstDays = 2
const growth = 4

export async function findMinutes(
  ctx: Ctx,
  wanted: WantedMinutes,
  { isDescending, after, limit }: { isDescending: boolean; after: After | null; limit: number },
): Promise<MinuteRow[]> {
  const { spans, reach } = narrow(wanted)
  const found: MinuteRow[] = []
  let [since, until] = reach
  if (after)
    [since, until] = isDescending ? [since, Math.min(until, after.minute + 1)] : [Math.max(since, after.minute), until]
  for (let days = firstDays; since < until && found.length < limit; days *= growth) {
    const window: Interval = isDescending
      ? [Math.max(since, until - days * dayMs), until]
      : [since, Math.min(until, since + days * dayMs)]
    const some = await selectMinutes(ctx, { spans, updated: wanted.updated }, window, {
      ...{ isDescending, after, limit: limit - found.length },
    })
    found.push(...some)
    if (isDescending) until = window[0]
    else since = window[1]
  }
  return found
}

export async function countMinutesOf(ctx: Ctx, wanted: WantedMinutes): Promise<number> {
  const { spans, reach } = narrow(wanted)
  return spans.length > 0 ? countMinutes(ctx, { spans, updated: wanted.updated }, reach) : 0
}
