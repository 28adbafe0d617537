import type { DailyReport } from '@eupnea/contract/reports.ts'
import type { Ctx } from '../platform/context.ts'
import { type ClinicPeriod, countLate, selectMonitoredShare, sumDowntime, type Which } from './downtime.sql.ts'

/**
 * What follows a daily report, within the hours that it covers: downtime by resident and cause (WA-10), and how many
 * notifications came too late to be sent (WA-8).
 */
export async function downtimeOfReport(ctx: Ctx, period: ClinicPeriod, which: Which): Promise<DailyReport['downtime']> {
  const [items, late, monitored_share] = await Promise.all([
    sumDowntime(ctx, period, which),
    countLate(ctx, period, which),
    selectMonitoredShare(ctx, period),
  ])
  return { items, late, monitored_share }
}
