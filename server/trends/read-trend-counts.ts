import { type readTrendCounts as declaration, trendDays } from '@eupnea/contract/trends.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { countTrends } from './trends.sql.ts'

/** How often changed breathing is notified of: too often is ignored (WA-12). @throws 404 */
export const readTrendCounts: Verb<typeof declaration> = async ({ ctx, input }) => {
  await clinicOf(ctx, input.clinic_id)
  const counts = await countTrends(ctx, input.clinic_id, trendDays)
  const { raised, resident_days } = counts
  return { ...counts, per_100_resident_days: resident_days === 0 ? null : (raised / resident_days) * 100 }
}
