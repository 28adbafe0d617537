import type { Night } from '@eupnea/contract/members.ts'
import { sessionHours } from '@eupnea/contract/members.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import { type NightSpan, newestNight, nightOf } from '../nights/index.ts'
import type { Ctx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { type PlaceRow, type SumRow, selectSums } from './members.sql.ts'

/** The last nights that are over, newest first (EA-7); nights with a clock change have 17 or 19 hours. */
export function finishedNights(timeZone: string, count: number, now = Temporal.Now.instant()): NightSpan[] {
  const newest = newestNight(timeZone, now)
  const isOver = !isBefore(now, nightOf(newest, timeZone).until)
  const last = isOver ? newest : newest.subtract({ days: 1 })
  return Array.from({ length: count }, (_, ago) => nightOf(last.subtract({ days: ago }), timeZone))
}

const answerOf = (day: Temporal.PlainDate, { n_in_bed, n_rr, sum_rr, min_rr, max_rr }: SumRow): Night => ({
  date: day.toString(),
  time_in_bed: hoursInBed(n_in_bed),
  rr_avg: n_rr === 0 ? null : hundredth(sum_rr / n_rr),
  rr_min: hundredth(min_rr),
  rr_max: hundredth(max_rr),
})

/** Nights of a member that are over, oldest first; nights without readings are left out. */
export async function nightsOf(ctx: Ctx, { user_id, tz }: PlaceRow, days: number) {
  const spans = finishedNights(tz, days).toReversed()
  const sums = await selectSums(
    ctx,
    spans.map((span) => ({ user_id, ...span })),
  )
  const items = sums.toSorted((a, b) => a.index - b.index).map((sum) => answerOf(spans[sum.index]!.day, sum))
  return { items, timezone: tz, last: spans.at(-1)!.day.toString() }
}

/** The newest night of each member that is over, by id; members without readings in it are left out. */
export async function lastNights(ctx: Ctx, places: readonly PlaceRow[]): Promise<Map<string, Night>> {
  const spans = places.map(({ tz, user_id }) => ({ user_id, ...finishedNights(tz, 1)[0]! }))
  const nights = new Map<string, Night>()
  if (spans.length === 0) return nights
  for (const sum of await selectSums(ctx, spans)) {
    const { user_id, day } = spans[sum.index]!
    nights.set(user_id, answerOf(day, sum))
  }
  return nights
}

/** How many nights back sleep sessions are counted. */
const mostNights = 366

/** Nights with at least `sessionHours` in bed, since a device first measured the member's resident (ME-1). */
export async function countSessions(ctx: Ctx, { user_id, tz, first_since }: PlaceRow): Promise<number> {
  if (first_since === null) return 0
  const spans = finishedNights(tz, mostNights)
    .filter(({ until }) => isBefore(first_since, until))
    .map((span) => ({ user_id, ...span }))
  if (spans.length === 0) return 0
  const sums = await selectSums(ctx, spans)
  return sums.filter(({ n_in_bed }) => n_in_bed >= sessionHours * 60).length
}
