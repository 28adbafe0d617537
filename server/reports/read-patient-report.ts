import {
  type DayPart,
  dayParts,
  mostReportDays,
  type PatientReport,
  type PatientReportRow,
  type PatientReportType,
} from '@eupnea/contract/reports.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import { outsideRange } from '@eupnea/contract/rules/severity.ts'
import { clip, type Span, type Split, type SummaryRow, selectSummaries, splitByLeaves } from '../measurements/index.ts'
import { type LimitsThen, planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { dayOf, type LocalDay, localDays } from '../platform/local-days.ts'
import { earlier, type Period } from '../platform/period.ts'
import { daysAsked } from './days-asked.ts'
import { leavesIn } from './leaves-in.ts'
import type { ReportInput } from './report-input.ts'
import { minuteSpans, type Subject, zoneOf } from './report-subject.ts'
import { selectEpisodes } from './reports.sql.ts'

/** Default lengths in days: fourteen days, twelve weeks, twelve months. */
const usualDays = { daily: 14, weekly: 84, monthly: 365 } as const satisfies Record<PatientReportType, number>

const parts = Object.keys(dayParts) as DayPart[]

/** A device's minutes within one part of one day. */
type Piece = Split<Span & { readonly date: string; readonly part: DayPart }>

/** Sums of some pieces' minutes. */
interface Sum {
  n: number
  nRr: number
  nInBed: number
  /** not on leave */
  nThere: number
  sumRr: number
  min: number | null
  max: number | null
}

/**
 * A resident's days, weeks (from Monday) or months in the clinic's zone, each in total and in three parts of eight
 * hours (RP-6). Parts begin by the clock, so a night with a clock change has seven or nine hours. Parts without
 * readings have no row.
 */
export async function readPatientReport(ctx: Ctx, subject: Subject, input: ReportInput): Promise<PatientReport> {
  const { type } = input
  const tz = await zoneOf(ctx, subject)
  const { first, count } = daysAsked(input, tz, { days: usualDays[type], most: mostReportDays })
  const days = localDays(first, count, tz)
  if (days.length === 0) return { type, tz, items: [] }
  const period = { since: days[0]!.since, until: days.at(-1)!.until }
  const spans = await minuteSpans(ctx, subject, period)
  const leaves = await leavesIn(ctx, subject, period)
  const pieces = days.flatMap((day) => piecesOf(day, tz, spans)).flatMap((piece) => splitByLeaves(piece, leaves))
  const groups = new Map<string, Group>()
  for (const row of await selectSummaries(ctx, pieces)) {
    const { date, part, isAway } = pieces[row.index]!
    const key = keyOf(date, type)
    const group = groups.getOrInsertComputed(key, newGroup)
    group.dates.add(date)
    if (!isAway) group.datesThere.add(date)
    add(group[part], row, isAway)
    add(group.all, row, isAway)
  }
  for (const raised_at of await selectEpisodes(ctx, subject.resident_id!, period)) {
    const group = groups.get(keyOf(dayOf(raised_at, tz).toString(), type))
    if (group) group.episodes++
  }
  // Weeks and months that are only partly covered by the requested days say so.
  const ends = new Map<string, { first: string; last: string; until: Temporal.Instant }>()
  for (const { date, until } of days) {
    const key = keyOf(date, type)
    ends.set(key, { first: ends.get(key)?.first ?? date, last: date, until })
  }
  const plans = await planTimes(ctx, subject.clinic_id!, period, subject.resident_id!)
  const now = Temporal.Now.instant()
  const items = [...ends].flatMap(([key, { first, last, until }]) => {
    const group = groups.get(key)
    const limits = plans.limitsAt(subject.resident_id!, earlier(until, now))
    return group ? [rowOf(group, first, last, limits)] : []
  })
  return { type, tz, items }
}

function piecesOf(day: LocalDay, tz: string, spans: readonly Span[]): Omit<Piece, 'isAway'>[] {
  const date = Temporal.PlainDate.from(day.date)
  const begins = parts.map((part) =>
    date.toZonedDateTime({ timeZone: tz, plainTime: Temporal.PlainTime.from({ hour: dayParts[part] }) }).toInstant(),
  )
  begins[0] = day.since
  return parts.flatMap((part, index) => {
    const period: Period = { since: begins[index]!, until: begins[index + 1] ?? day.until }
    return spans.flatMap(({ device_no, since, until }) =>
      clip(device_no, since, until, period).map((span) => ({ ...span, date: day.date, part })),
    )
  })
}

function keyOf(date: string, type: PatientReportType): string {
  if (type === 'daily') return date
  if (type === 'monthly') return date.slice(0, 7)
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

type Group = Record<DayPart | 'all', Sum> & {
  readonly dates: Set<string>
  /** not wholly on leave */
  readonly datesThere: Set<string>
  episodes: number
}

const newSum = (): Sum => ({ n: 0, nRr: 0, nInBed: 0, nThere: 0, sumRr: 0, min: null, max: null })
const newGroup = (): Group => ({
  all: newSum(),
  night: newSum(),
  day: newSum(),
  evening: newSum(),
  dates: new Set(),
  datesThere: new Set(),
  episodes: 0,
})

function add(sum: Sum, { n, n_rr, n_in_bed, sum_rr, min_rr, max_rr }: SummaryRow, isAway: boolean): void {
  sum.n += n
  sum.nRr += n_rr
  if (!isAway) {
    sum.nInBed += n_in_bed
    sum.nThere += n
  }
  sum.sumRr += sum_rr
  if (min_rr !== null) sum.min = Math.min(sum.min ?? min_rr, min_rr)
  if (max_rr !== null) sum.max = Math.max(sum.max ?? max_rr, max_rr)
}

const sumsOf = ({ n, nRr, nInBed, nThere, sumRr, min, max }: Sum): PatientReportRow[DayPart] => ({
  rr_avg: nRr === 0 ? null : hundredth(sumRr / nRr),
  rr_min: hundredth(min),
  rr_max: hundredth(max),
  time_in_bed: n > 0 && nThere === 0 ? null : hoursInBed(nInBed),
  minutes: n,
})

function rowOf(
  { all, night, day, evening, dates, datesThere, episodes }: Group,
  first: string,
  last: string,
  { limits, isOwn }: LimitsThen,
): PatientReportRow {
  const whole = sumsOf(all)
  return {
    date: first,
    last_date: last,
    days: dates.size,
    ...whole,
    rr_outside_range: outsideRange(whole.rr_avg, limits),
    limits,
    limits_are_own: isOwn,
    time_in_bed_per_day: datesThere.size === 0 ? null : hoursInBed(all.nInBed / datesThere.size),
    episodes,
    night: sumsOf(night),
    day: sumsOf(day),
    evening: sumsOf(evening),
  }
}
