import type { RrOfClinic } from '@eupnea/contract/reports.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import { outsideRange } from '@eupnea/contract/rules/severity.ts'
import { clinicOf } from '../clinics/index.ts'
import { residentSpans, summariseResidents } from '../measurements/index.ts'
import { planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { earlier } from '../platform/period.ts'
import { beginningOf, newestIn } from './measured-residents.ts'
import type { ReportInput } from './report-input.ts'
import type { Subject } from './report-subject.ts'
import { selectReportResidents } from './reports.sql.ts'

/**
 * Respiration of everyone in a clinic over the 24 and 72 hours before `end`, or now (RP-6). Residents without readings
 * in them are left out.
 * @throws 404 for a clinic outside the scope
 */
export async function readClinicRrReport(ctx: Ctx, _subject: Subject, input: ReportInput): Promise<RrOfClinic> {
  const { id, tz } = await clinicOf(ctx, input.clinic_id!)
  const now = Temporal.Now.instant()
  const until = input.end === undefined ? now : earlier(Temporal.Instant.from(input.end), now)
  const ofLast = (hours: number) => summariseResidents(ctx, id, { since: until.subtract({ hours }), until })
  const [day, days] = [await ofLast(24), await ofLast(72)]
  const beginning = beginningOf(until.subtract({ hours: 72 }))
  const [comparable] = await newestIn(ctx, await residentSpans(ctx, id, beginning), [beginning] as const)
  const floor = input.floor === undefined || input.floor === everyFloor ? null : input.floor
  const residents = await selectReportResidents(ctx, id, [...days.keys()], floor)
  const plans = await planTimes(ctx, id, { since: until, until })
  const items = residents.map(({ resident_id, floor: floor_id, ...who }) => {
    const [one, three] = [day.get(resident_id), days.get(resident_id)]
    const [now24, now72] = [one?.rr_avg ?? null, three?.rr_avg ?? null]
    const change = now24 === null || now72 === null || !comparable.has(resident_id) ? null : now24 - now72
    const rr_avg_24h = hundredth(now24)
    const { limits, isOwn } = plans.limitsAt(resident_id, until)
    return {
      patient_id: resident_id,
      ...who,
      floor_id,
      rr_avg_24h,
      rr_min_24h: hundredth(one?.rr_min ?? null),
      rr_max_24h: hundredth(one?.rr_max ?? null),
      rr_avg_72h: hundredth(now72),
      rr_min_72h: hundredth(three?.rr_min ?? null),
      rr_max_72h: hundredth(three?.rr_max ?? null),
      rr_change: hundredth(change),
      rr_change_percent: change === null || !now72 ? null : hundredth((change / now72) * 100),
      rr_outside_range: outsideRange(rr_avg_24h, limits),
      limits,
      limits_are_own: isOwn,
    }
  })
  return { tz, until: until.toString(), items }
}
