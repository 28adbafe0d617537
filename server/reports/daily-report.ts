import type { DailyReport, DailyReportRow } from '@eupnea/contract/reports.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { everyFloor, rowsPerPage } from '@eupnea/contract/rules/report-cells.ts'
import { outsideRange } from '@eupnea/contract/rules/severity.ts'
import { clinicOf } from '../clinics/index.ts'
import { downtimeOfReport } from '../downtime/index.ts'
import { type LimitsThen, planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { floorMinute } from './period.ts'
import { ratesByHour } from './rates-by-hour.ts'
import { type ReportResidentRow, selectLeaves, selectReportResidents } from './reports.sql.ts'
import { round } from './respiration-point.ts'
import { type DaySums, summariseDayOfDays } from './summarise-day-of-days.ts'
import { measuredSince, newestOf, type ResidentSpan, residentSpans, spansWithin } from './summarise-residents.ts'

export interface DailyReportOf {
  readonly clinic_id: string
  /** the clinic's day, YYYY-MM-DD; today by default */
  readonly date?: string | undefined
  /** one floor, or `all` */
  readonly floor?: string | null | undefined
  /** only this resident */
  readonly resident_id?: string | undefined
}

/** A report whose rows are still being read: they arrive in parts, in order, `total` in all. */
export interface ReportBeingRead {
  readonly info: DailyReport['info']
  readonly downtime: DailyReport['downtime']
  readonly total: number
  readonly parts: Iterable<readonly DailyReportRow[]> | AsyncIterable<readonly DailyReportRow[]>
}

const noDowntime: DailyReport['downtime'] = { items: [], late: [], monitored_share: null }

/** Residents summed up by the first statement, one page; each further statement doubles the number. */
const firstPart = rowsPerPage

/**
 * Everyone in a clinic with a reading in the 24 h ending with the clinic's day or, today, now (RP-1, RP-3). Discharged
 * and moved residents have the readings from while they were there. Without any reading, `items` is empty.
 * @throws 404 for a clinic outside the actor's scope
 */
export async function dailyReport(ctx: Ctx, of: DailyReportOf): Promise<DailyReport> {
  const { info, downtime, parts } = await dailyReportInParts(ctx, of)
  return { info, items: (await Array.fromAsync(parts)).flat(), downtime }
}

/** The same in parts: it is known who is in it before their rows are. Read the rows before the transaction ends. */
export async function dailyReportInParts(
  ctx: Ctx,
  { clinic_id, date, floor, resident_id }: DailyReportOf,
): Promise<ReportBeingRead> {
  const clinic = await clinicOf(ctx, clinic_id)
  const now = Temporal.Now.instant()
  const today = dayIn(clinic.tz, now)
  const day = date ?? today
  const info = { clinic_name: clinic.name, date: day, floor: floor || everyFloor }
  if (day > today || day < firstDay) return { info, downtime: noDowntime, total: 0, parts: [] }
  const until = day === today ? now : endOfDay(day, clinic.tz)
  const lastDay = floorMinute(until.subtract({ hours: 24 }))
  const lastDays = until.subtract({ hours: 72 })
  const spans = await residentSpans(ctx, clinic_id, { since: lastDays, until }, resident_id)
  const newest = await newestOf(ctx, spansWithin(spans, { since: lastDay, until }))
  const floorAsked = info.floor === everyFloor ? null : info.floor
  const residents = await selectReportResidents(ctx, clinic_id, [...newest.keys()], floorAsked)
  const plans = await planTimes(ctx, clinic_id, { since: until, until }, resident_id)
  const limitsOf = (id: string) => plans.limitsAt(id, until)
  const period = { clinic_id, tz: clinic.tz, since: until.subtract({ hours: 24 }), until }
  const downtime = await downtimeOfReport(ctx, period, { floor: floorAsked, resident_id: resident_id ?? null })
  const leaves = await selectLeaves(ctx, clinic_id, { since: lastDay, until }, resident_id)
  const away = new Set(leaves.map((leave) => leave.resident_id))
  const comparable = await measuredSince(ctx, clinic_id, lastDays, resident_id)
  const parts = rowsOf(ctx, { residents, newest, spans, lastDay, until, limitsOf, away, comparable })
  return { info, downtime, total: residents.length, parts }
}

interface ToAddUp {
  readonly residents: readonly ReportResidentRow[]
  /** start of each resident's newest minute */
  readonly newest: ReadonlyMap<string, Temporal.Instant>
  readonly spans: readonly ResidentSpan[]
  /** [lastDay, until): the 24 h */
  readonly lastDay: Temporal.Instant
  readonly until: Temporal.Instant
  /** of the plan in force at the report's end */
  readonly limitsOf: (resident_id: string) => LimitsThen
  /** on leave at any time in the 24 h */
  readonly away: ReadonlySet<string>
  /** measured for 72 h, so that a change can be told (VI-5) */
  readonly comparable: ReadonlySet<string>
}

async function* rowsOf(ctx: Ctx, { residents, newest, spans, lastDay, until, limitsOf, away, comparable }: ToAddUp) {
  const spansOf = Map.groupBy(spans, ({ resident_id }) => resident_id)
  let size = firstPart
  for (let first = 0; first < residents.length; first += size, size *= 2) {
    const some = residents.slice(first, first + size)
    const theirs = some.flatMap(({ resident_id }) => spansOf.get(resident_id)!)
    const { day, days } = await summariseDayOfDays(ctx, theirs, lastDay)
    const rates = await ratesByHour(ctx, spansWithin(theirs, { since: lastDay, until }), { since: lastDay, until })
    yield some.map((resident) => {
      const { resident_id } = resident
      return rowOf(
        resident,
        newest.get(resident_id)!,
        day.get(resident_id) ?? nothing,
        comparable.has(resident_id) ? (days.get(resident_id) ?? nothing) : null,
        limitsOf(resident_id),
        away.has(resident_id),
        rates.get(resident_id) ?? [],
      )
    })
  }
}

/** For a resident erased after their minutes were found. */
const nothing: DaySums = { minutes: 0, minutes_in_bed: 0, rr_avg: null }

/** With less than half a day measured, time in bed says nothing of a day. */
const leastMinutes = 12 * 60

/** The current day in a zone, YYYY-MM-DD. */
export const dayIn = (tz: string, instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO(tz).toPlainDate().toString()

const endOfDay = (day: string, tz: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(tz).toInstant()

/**
 * @param newest start of the newest minute
 * @param day sums of the 24 h
 * @param days sums of the 72 h; null before there are 72 hours (VI-5)
 */
function rowOf(
  { resident_id, floor, ...resident }: ReportResidentRow,
  newest: Temporal.Instant,
  day: DaySums,
  days: DaySums | null,
  { limits, isOwn }: LimitsThen,
  is_on_leave: boolean,
  rates: DailyReportRow['rates'],
): DailyReportRow {
  const rr_avg = round(day.rr_avg)
  return {
    patient_id: resident_id,
    tracker_ts: newest.toString(),
    ...resident,
    floor_id: floor,
    rr_avg,
    rr_outside_range: outsideRange(rr_avg, limits),
    limits,
    limits_are_own: isOwn,
    rr_change_hrs_3days: !days || day.rr_avg === null || days.rr_avg === null ? null : round(day.rr_avg - days.rr_avg),
    time_in_bed: hoursInBed(day.minutes_in_bed),
    time_in_bed_change_hrs_3days:
      !days || day.minutes < leastMinutes ? null : hoursInBed(inBedADay(day) - inBedADay(days)),
    is_on_leave,
    rates,
  }
}

/** Minutes in bed of a whole day, by the share of the time that was measured (VI-5). */
const inBedADay = ({ minutes, minutes_in_bed }: DaySums): number => (minutes_in_bed / minutes) * 24 * 60
