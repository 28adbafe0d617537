import type { DailyReport } from '@eupnea/contract/reports.ts'
import type { Ctx } from '../platform/context.ts'
import { type ClinicPeriod, selectMonitoredShare, sumDowntime } from './downtime.sql.ts'

interface Which {
  /** null: all floors */
  readonly floor: string | null
  /** null: everybody */
  readonly resident_id: string | null
}

/** The downtime that follows a daily report: by resident and cause, within the hours that the report covers (WA-10). */
export async function downtimeOfReport(ctx: Ctx, period: ClinicPeriod, which: Which): Promise<DailyReport['downtime']> {
  const sums = await sumDowntime(ctx, period, which)
  return {
    items: sums.map(({ resident_id, floor, ...sum }) => ({ patient_id: resident_id, floor_id: floor, ...sum })),
    monitored_share: await selectMonitoredShare(ctx, period),
  }
}
