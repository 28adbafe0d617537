import { m } from '@eupnea/texts'
import { clip, type Span, type Split, selectSummaries, splitByLeaves, withinData } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import { dayOf, localDays } from '../platform/local-days.ts'
import { hoursOrNull, leavesIn } from './leaves-in.ts'
import type { ReportInput } from './report-input.ts'
import { minuteSpans, type Subject, zoneOf } from './report-subject.ts'

const mostDays = 92

/**
 * Hours in bed per day in the clinic's zone, one decimal, oldest first. Days without readings are left out, because
 * nobody knows whether they were spent in bed; days on leave have no value.
 */
export async function readTibReport(ctx: Ctx, subject: Subject, input: ReportInput) {
  const timezone = await zoneOf(ctx, subject)
  const now = Temporal.Now.instant()
  const dateOf = (instant: Temporal.Instant) => dayOf(withinData(instant, now), timezone)
  const last = dateOf(input.end === undefined ? now : Temporal.Instant.from(input.end).subtract({ nanoseconds: 1 }))
  const first =
    input.start === undefined ? last.subtract({ days: input.days - 1 }) : dateOf(Temporal.Instant.from(input.start))
  const count = first.until(last).days + 1
  if (count < 1) throw refused('start', m.common_period_reversed())
  if (count > mostDays) throw refused('start', m.report_period_days({ count: mostDays }))
  const days = localDays(first, count, timezone)
  const whole = { since: days[0]!.since, until: days.at(-1)!.until }
  const theirs = await minuteSpans(ctx, subject, whole)
  const leaves = await leavesIn(ctx, subject, whole)
  const pieces: (Split<Span> & { readonly date: string })[] = days.flatMap((day) =>
    theirs
      .flatMap(({ device_no, since, until }) => clip(device_no, since, until, day))
      .flatMap((span) => splitByLeaves({ ...span, date: day.date }, leaves)),
  )
  const minutes = new Map<string, number | null>()
  for (const { index, n_in_bed } of await selectSummaries(ctx, pieces)) {
    const { date, isAway } = pieces[index]!
    const before = minutes.get(date) ?? null
    minutes.set(date, isAway ? before : n_in_bed + (before ?? 0))
  }
  const items = days.flatMap(({ date }) => {
    const inBed = minutes.get(date)
    return inBed === undefined ? [] : [{ date, time_in_bed: hoursOrNull(inBed) }]
  })
  return { items, timezone }
}
