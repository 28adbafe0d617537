import { longestHours, type MinutelyReport } from '@eupnea/contract/reports.ts'
import { outsideRange } from '@eupnea/contract/rules/severity.ts'
import { countMinutes, type MinuteRow, selectMinutes } from '../measurements/index.ts'
import { planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { periodAsked } from './days-asked.ts'
import { pageOfSpans, type RowSource } from './page-of-spans.ts'
import type { ReportInput } from './report-input.ts'
import { minuteSpans, type Subject, zoneOf } from './report-subject.ts'
import { respirationPoint } from './respiration-point.ts'
import { timeTexts } from './time-texts.ts'

const defaultHours = 24

const minutes: RowSource<MinuteRow> = {
  count: countMinutes,
  select: selectMinutes,
  after: ({ at }) => at.add({ minutes: 1 }),
}

/** A resident's minute averages in [start, end), oldest first, paged, 31 days at most (RP-6). */
export async function readMinutelyReport(ctx: Ctx, subject: Subject, input: ReportInput): Promise<MinutelyReport> {
  const tz = await zoneOf(ctx, subject)
  const period = periodAsked(input, tz, defaultHours, longestHours)
  const spans = await minuteSpans(ctx, subject, period)
  const plans = await planTimes(ctx, subject.clinic_id!, period, subject.resident_id!)
  const { items, pagination } = await pageOfSpans(ctx, spans, input, minutes)
  const timeText = timeTexts(tz)
  return {
    tz,
    items: items.map((row) => {
      const { limits, isOwn } = plans.limitsAt(subject.resident_id!, row.at)
      const point = respirationPoint(row)
      return {
        time: timeText(row.at.epochMilliseconds),
        ...point,
        rr_outside_range: outsideRange(point.avg, limits),
        limits,
        limits_are_own: isOwn,
      }
    }),
    pagination,
  }
}
