import type { openReport as declaration } from '@eupnea/contract/reports.ts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import type { LimitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { hashToken } from '../sessions/index.ts'
import { dailyReport } from './daily-report.ts'
import { countOpening, selectGoodLink } from './report-links.sql.ts'
import { linkExpired, noReportData } from './report-refusals.ts'

/**
 * The report behind a link, limited to what its clinic may see (RP-4). Each opening is recorded, even without readings.
 * @throws 404, the same for every invalid link; 429 after too many guesses
 */
export function openReport(limit: LimitCalls): VerbApart<typeof declaration> {
  return async ({ origin, input }) => {
    const finder = { type: 'job', name: 'open-report' } as const
    const link = await withCtx({ ...origin, actor: finder }, (ctx) => selectGoodLink(ctx, hashToken(input.unique_id)))
    if (!link) {
      limit(origin.address ?? null)
      throw linkExpired()
    }
    const { id, clinic_id, date } = link
    // A link to one floor only opens that floor, whatever the request says.
    const floor = link.floor ?? input.floor
    const actor = { type: 'link', id, clinicIds: [clinic_id] } as const
    const report = await withCtx({ ...origin, actor }, async (ctx) => {
      const read = await dailyReport(ctx, { clinic_id, date, floor })
      // Last, so that simultaneous openings block each other only while counting.
      if (!(await countOpening(ctx, id))) throw linkExpired()
      const detail = { link_id: id, date, floor: read.info.floor, shown: read.items.length }
      await recordAudit(ctx, { act: 'report.open', clinic_id, detail })
      return read
    })
    if (report.items.length === 0) throw noReportData()
    return report
  }
}
