import type { DailyReport, DailyReportRow } from '@eupnea/contract/reports.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import { outsideRange } from '@eupnea/contract/rules/severity.ts'
import { clinicOf } from '../clinics/index.ts'
import { downtimeOfReport } from '../downtime/index.ts'
import { selectLeaves } from '../leaves/index.ts'
import {
  floorMinute,
  type ResidentSpan,
  residentSpans,
  selectSummaries,
  spansWithin,
  splitByLeaves,
} from '../measurements/index.ts'
import { type LimitsThen, planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { dayOf, endOfDay } from '../platform/local-days.ts'
import { overlap, type Period } from '../platform/period.ts'
import { beginningOf, type Newest, newestIn } from './measured-residents.ts'
import { type ReportResidentRow, selectReportResidents } from './reports.sql.ts'
import { type DayOfDays, type DaySums, summariseDayOfDays } from './summarise-day-of-days.ts'

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
  const today = dayOf(now, clinic.tz).toString()
  const day = date ?? today
  const info = { clinic_name: clinic.name, date: day, floor: floor || everyFloor }
  if (day > today || day < firstDay) return { info, downtime: noDowntime, total: 0, parts: [] }
  const until = day === today ? now : endOfDay(day, clinic.tz)
  const lastDay = { since: floorMinute(until.subtract({ hours: 24 })), until }
  const lastDays = { since: floorMinute(until.subtract({ hours: 72 })), until }
  const beginning = beginningOf(lastDays.since)
  const spans = await residentSpans(ctx, clinic_id, { since: beginning.since, until }, resident_id)
  const floorAsked = info.floor === everyFloor ? null : info.floor
  const period = { clinic_id, tz: clinic.tz, since: until.subtract({ hours: 24 }), until }
  const spansOf = Map.groupBy(spansWithin(spans, lastDays), (span) => span.resident_id)
  // Nothing can be drawn until it is known who is in the report, so no statement waits for another's answer.
  const who = Promise.all([
    newestIn(ctx, spans, [lastDay, beginning] as const),
    selectReportResidents(ctx, clinic_id, [...spansOf.keys()], floorAsked),
  ])
  const asked = Promise.all([
    planTimes(ctx, clinic_id, { since: until, until }, resident_id),
    downtimeOfReport(ctx, period, { floor: floorAsked, resident_id: resident_id ?? null }),
    selectLeaves(ctx, clinic_id, lastDays, resident_id),
  ])
  // If it can't be read who is in the report, nobody waits for these.
  asked.catch(() => {})
  const [[newest, comparable], everyone] = await who
  const residents = everyone.filter(({ resident_id: id }) => newest.has(id))
  const sums = summariseDayOfDays(
    ctx,
    residents.flatMap(({ resident_id: id }) => spansOf.get(id)!),
    lastDay,
  )
  const [plans, downtime, leaves] = await asked
  const limitsOf = (id: string) => plans.limitsAt(id, until)
  const leavesOf = Map.groupBy(leaves, (leave) => leave.resident_id)
  const leaveOf = (id: string) => {
    const theirs = leavesOf.get(id)
    return theirs ? leaveIn(spansWithin(spansOf.get(id)!, lastDay), theirs, lastDay) : 'none'
  }
  const inBedOnLeave = await minutesOnLeave(ctx, spans, leavesOf, lastDay)
  const parts = rowsOf({ residents, sums, newest, limitsOf, leaveOf, inBedOnLeave, comparable })
  return { info, downtime, total: residents.length, parts }
}

interface ToAddUp {
  readonly residents: readonly ReportResidentRow[]
  /** of some residents at a time, in order */
  readonly sums: AsyncIterable<ReadonlyMap<string, DayOfDays>>
  readonly newest: Newest
  /** of the plan in force at the report's end */
  readonly limitsOf: (resident_id: string) => LimitsThen
  readonly leaveOf: (resident_id: string) => LeaveOfRow
  /** minutes of the 24 h */
  readonly inBedOnLeave: ReadonlyMap<string, number>
  /** measured for 72 h, so that a change can be told (VI-5) */
  readonly comparable: Newest
}

/** When somebody was on leave: in the 72 h, at any time of the 24 h, all that was measured of the 24 h. */
type LeaveOfRow = 'none' | 'days' | 'day' | 'whole'

function leaveIn(spans: readonly ResidentSpan[], leaves: readonly Period[], day: Period): LeaveOfRow {
  if (spans.flatMap((span) => splitByLeaves(span, leaves)).every(({ isAway }) => isAway)) return 'whole'
  return leaves.some((leave) => overlap(leave, day)) ? 'day' : 'days'
}

/** Minutes in bed while on leave, which are nobody's time in bed, as in other reports (PL-6). */
async function minutesOnLeave(
  ctx: Ctx,
  spans: readonly ResidentSpan[],
  leavesOf: ReadonlyMap<string, readonly Period[]>,
  day: Period,
): Promise<ReadonlyMap<string, number>> {
  const theirs = spans.filter(({ resident_id }) => leavesOf.has(resident_id))
  const away = spansWithin(theirs, day)
    .flatMap((span) => splitByLeaves(span, leavesOf.get(span.resident_id)!))
    .filter(({ isAway }) => isAway)
  const minutes = new Map<string, number>()
  if (away.length === 0) return minutes
  for (const { index, n_in_bed } of await selectSummaries(ctx, away)) {
    const { resident_id } = away[index]!
    minutes.set(resident_id, n_in_bed + (minutes.get(resident_id) ?? 0))
  }
  return minutes
}

async function* rowsOf({ residents, sums, newest, limitsOf, leaveOf, inBedOnLeave, comparable }: ToAddUp) {
  const rowsWith = (some: readonly ReportResidentRow[], theirs: ReadonlyMap<string, DayOfDays>) =>
    some.map((resident) => {
      const { resident_id: id } = resident
      const { day, days, rates } = theirs.get(id) ?? nothing
      return rowOf(resident, {
        ...limitsOf(id),
        ...{ newest: newest.get(id)!, day, days: comparable.has(id) ? days : null, leave: leaveOf(id), rates },
        inBedOnLeave: inBedOnLeave.get(id) ?? 0,
      })
    })
  const left = [...residents]
  for await (const some of sums) {
    const last = [...some.keys()].at(-1)
    yield rowsWith(left.splice(0, left.findIndex(({ resident_id }) => resident_id === last) + 1), some)
  }
  // They have no minute any more.
  yield rowsWith(left, new Map())
}

/** For a resident erased after their minutes were found. */
const none: DaySums = { minutes: 0, minutes_in_bed: 0, rr_avg: null }
const nothing: DayOfDays = { day: none, days: none, rates: [] }

/** With less than half a day measured, time in bed says nothing of a day. */
const leastMinutes = 12 * 60

interface Measured extends LimitsThen {
  /** start of the newest minute */
  readonly newest: Temporal.Instant
  /** sums of the 24 h */
  readonly day: DaySums
  /** sums of the 72 h; null before there are 72 hours (VI-5) */
  readonly days: DaySums | null
  readonly leave: LeaveOfRow
  readonly inBedOnLeave: number
  readonly rates: DailyReportRow['rates']
}

function rowOf({ resident_id, floor, ...resident }: ReportResidentRow, measured: Measured): DailyReportRow {
  const { newest, day, days, limits, isOwn, leave, inBedOnLeave, rates } = measured
  const rr_avg = hundredth(day.rr_avg)
  // An empty bed on leave is no change of habit.
  const before = !days || leave !== 'none' || day.minutes < leastMinutes ? null : inBedADay(days)
  return {
    patient_id: resident_id,
    tracker_ts: newest.toString(),
    ...resident,
    floor_id: floor,
    rr_avg,
    rr_outside_range: outsideRange(rr_avg, limits),
    limits,
    limits_are_own: isOwn,
    rr_change_hrs_3days:
      !days || day.rr_avg === null || days.rr_avg === null ? null : hundredth(day.rr_avg - days.rr_avg),
    time_in_bed: leave === 'whole' ? null : hoursInBed(day.minutes_in_bed - inBedOnLeave),
    time_in_bed_change_hrs_3days: before === null ? null : hundredth(inBedADay(day) - before),
    time_in_bed_hrs_3days: before === null ? null : hundredth(before),
    is_on_leave: leave === 'day' || leave === 'whole',
    rates,
  }
}

/** Hours in bed of a whole day, by the share of the time that was measured (VI-5). */
const inBedADay = ({ minutes, minutes_in_bed }: DaySums): number => (minutes_in_bed / minutes) * 24
