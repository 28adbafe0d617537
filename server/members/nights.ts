import type { Night } from '@eupnea/contract/members.ts'
import { sessionHours } from '@eupnea/contract/members.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import type { Ctx } from '../platform/context.ts'
import { type MemberSpan, type PlaceRow, type SumRow, selectSums } from './members.sql.ts'

/** [since, until): from noon to noon in a zone. */
interface NightSpan {
  /** date of its end, YYYY-MM-DD */
  readonly date: string
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** Date of the current night: from noon on, tomorrow's. */
function runningNight(now: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  const there = now.toZonedDateTimeISO(timeZone)
  return there.hour >= 12 ? there.toPlainDate().add({ days: 1 }) : there.toPlainDate()
}

/** Nights up to and including `last`, oldest first; nights with a clock change have 23 or 25 hours. */
function nightSpans(last: Temporal.PlainDate, count: number, timeZone: string): NightSpan[] {
  const noon = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: '12:00' }).toInstant()
  return Array.from({ length: count }, (_, index) => {
    const day = last.subtract({ days: count - 1 - index })
    return { date: day.toString(), since: noon(day.subtract({ days: 1 })), until: noon(day) }
  })
}

/** The date of the last night to show: before noon the current one, afterwards the one that ended at noon. */
const lastNightDate = (now: Temporal.Instant, timeZone: string): Temporal.PlainDate =>
  now.toZonedDateTimeISO(timeZone).toPlainDate()

/** To two decimals, as in reports: screens round further, but never across a severity limit. */
const round = (value: number): number => Math.round(value * 100) / 100

const nightOf = (date: string, { n_in_bed, n_rr, sum_rr, min_rr, max_rr }: SumRow): Night => ({
  date,
  time_in_bed: hoursInBed(n_in_bed),
  rr_avg: n_rr === 0 ? null : round(sum_rr / n_rr),
  rr_min: min_rr === null ? null : round(min_rr),
  rr_max: max_rr === null ? null : round(max_rr),
})

/** Nights of a member, oldest first; nights without readings are left out. */
export async function nightsOf(ctx: Ctx, { user_id, tz }: PlaceRow, days: number) {
  const today = runningNight(Temporal.Now.instant(), tz)
  const spans = nightSpans(today, days, tz)
  const sums = await selectSums(
    ctx,
    spans.map((span) => ({ user_id, ...span })),
  )
  const items = sums.toSorted((a, b) => a.index - b.index).map((sum) => nightOf(spans[sum.index]!.date, sum))
  return { items, timezone: tz, today: today.toString() }
}

/** The last night of each member, by id; members without readings in it are left out. */
export async function lastNights(ctx: Ctx, places: readonly PlaceRow[]): Promise<Map<string, Night>> {
  const now = Temporal.Now.instant()
  const spans = places.map(({ tz, user_id }) => ({ user_id, ...nightSpans(lastNightDate(now, tz), 1, tz)[0]! }))
  const nights = new Map<string, Night>()
  if (spans.length === 0) return nights
  for (const sum of await selectSums(ctx, spans)) {
    const { user_id, date } = spans[sum.index]!
    nights.set(user_id, nightOf(date, sum))
  }
  return nights
}

/** How many nights back sleep sessions are counted. */
const mostNights = 366

/** Nights with at least `sessionHours` in bed, since a device first measured the member's resident (ME-1). */
export async function countSessions(ctx: Ctx, { user_id, tz, first_since }: PlaceRow): Promise<number> {
  if (first_since === null) return 0
  const last = runningNight(Temporal.Now.instant(), tz)
  const days = runningNight(first_since, tz).until(last).days + 1
  const spans: MemberSpan[] = nightSpans(last, Math.min(Math.max(days, 1), mostNights), tz).map((span) => ({
    user_id,
    ...span,
  }))
  const sums = await selectSums(ctx, spans)
  return sums.filter(({ n_in_bed }) => n_in_bed >= sessionHours * 60).length
}
