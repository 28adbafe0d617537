import type { DailyReport, DailyReportRow } from '@eupnea/contract/reports.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { outsideRange } from '@eupnea/contract/rules/severity.ts'
import { clinicOf } from '../facilities/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type ReportResidentRow, selectReportResidents } from './reports.sql.ts'
import { round } from './respiration-point.ts'
import { type ResidentSummary, summariseDayOfDays } from './summarise-residents.ts'

export interface DailyReportOf {
  readonly clinic_id: string
  /** the facility's day, YYYY-MM-DD; today unless told */
  readonly date?: string | undefined
  /** one floor, or `all` */
  readonly floor?: string | null | undefined
  /** that resident only */
  readonly resident_id?: string | undefined
}

/** There are no readings before. */
const firstDate = '2000-01-01'

/**
 * Everyone of a facility with a reading in the 24 h that end with the facility's day or, today, now (RP-1, RP-3). Who
 * was discharged or moved has what devices said while they lay there. Without any reading `items` is empty.
 * @throws 404 for a facility out of the actor's scope
 */
export async function dailyReport(
  ctx: Ctx,
  { clinic_id, date, floor, resident_id }: DailyReportOf,
): Promise<DailyReport> {
  const clinic = await clinicOf(ctx, clinic_id)
  const now = Temporal.Now.instant()
  const today = dayIn(clinic.tz, now)
  const day = date ?? today
  const info = { clinic_name: clinic.name, date: day, floor: floor || everyFloor }
  if (day > today || day < firstDate) return { info, items: [] }
  const until = day === today ? now : endOfDay(day, clinic.tz)
  const period = { since: until.subtract({ hours: 72 }), dayStart: until.subtract({ hours: 24 }), until }
  const { day: dayOf, days: daysOf, newest } = await summariseDayOfDays(ctx, clinic_id, period, resident_id)
  if (dayOf.size === 0) return { info, items: [] }
  const residents = await selectReportResidents(
    ctx,
    clinic_id,
    [...dayOf.keys()],
    info.floor === everyFloor ? null : info.floor,
  )
  const items = residents.map((resident) => {
    const { resident_id } = resident
    return rowOf(resident, newest.get(resident_id)!, dayOf.get(resident_id)!, daysOf.get(resident_id)!)
  })
  return { info, items }
}

/** The day that it is in a zone, YYYY-MM-DD. */
export const dayIn = (tz: string, instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO(tz).toPlainDate().toString()

const endOfDay = (day: string, tz: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(tz).toInstant()

/** @param newest start of the newest minute @param day what the 24 h add up to @param days the 72 h */
function rowOf(
  { resident_id, floor, ...resident }: ReportResidentRow,
  newest: Temporal.Instant,
  day: ResidentSummary,
  days: ResidentSummary,
): DailyReportRow {
  const rr_avg = round(day.rr_avg)
  return {
    patient_id: resident_id,
    tracker_ts: newest.toString(),
    ...resident,
    floor_id: floor,
    rr_avg,
    rr_outside_range: outsideRange(rr_avg),
    rr_change_hrs_3days: day.rr_avg === null || days.rr_avg === null ? null : round(day.rr_avg - days.rr_avg),
    time_in_bed: hoursInBed(day.minutes_in_bed),
    time_in_bed_change_hrs_3days: hoursInBed(day.minutes_in_bed - days.minutes_in_bed / 3),
  }
}
