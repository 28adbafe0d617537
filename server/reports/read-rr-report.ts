import { longestHours, minuteHours } from '@eupnea/contract/reports.ts'
import { floorHour, type MinuteRow, selectHours, selectMinutes } from '../measurements/index.ts'
import { planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { Period } from '../platform/period.ts'
import { periodOf } from './period.ts'
import type { ReportInput } from './report-input.ts'
import { minuteSpans, type Subject } from './report-subject.ts'
import { respirationPoint } from './respiration-point.ts'

/** Respiration over a period: minute points up to 72 h, hour points (means of minute averages) beyond (RE-7). */
export async function readRrReport(ctx: Ctx, subject: Subject, input: ReportInput) {
  const period = periodOf(input, input.hours, longestHours)
  return { ...(await pointsOf(ctx, subject, period)), earlier_limits: await earlierLimits(ctx, subject, period) }
}

async function pointsOf(ctx: Ctx, subject: Subject, period: ReturnType<typeof periodOf>) {
  if (period.hours > minuteHours) {
    // Whole hours, so that the first point isn't the mean of a few minutes.
    const spans = await minuteSpans(ctx, subject, { ...period, since: floorHour(period.since) })
    return { items: (await selectHours(ctx, spans)).map(respirationPoint), resolution: 'hour' as const }
  }
  const rows: MinuteRow[] = []
  for (const span of await minuteSpans(ctx, subject, period)) rows.push(...(await selectMinutes(ctx, span)))
  return { items: rows.map(respirationPoint), resolution: 'minute' as const }
}

async function earlierLimits(ctx: Ctx, { clinic_id, resident_id }: Subject, period: Period) {
  if (clinic_id === null || resident_id === null) return []
  const plans = await planTimes(ctx, clinic_id, period, resident_id)
  return plans.earlierLimits(resident_id)
}
