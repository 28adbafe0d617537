import type { readMadeReport as declaration } from '@eupnea/contract/report-deliveries.ts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { VerbApart } from '../platform/route.ts'
import { selectDailyReport } from './daily-reports.sql.ts'
import { openMadeReport } from './open-made-report.ts'

/** An existing report (RP-6). @throws 404, also for one outside the caller's scope */
export function readMadeReport(files: FileStore): VerbApart<typeof declaration> {
  return async ({ origin, input: { report_id } }) => {
    const { open } = await withCtx(origin, async (ctx) => {
      const row = await selectDailyReport(ctx, report_id)
      if (!row) throw notFound('report')
      const { clinic_id, date, floor } = row
      await recordAudit(ctx, { act: 'report.open-saved', clinic_id, detail: { report_id, date, floor } })
      return openMadeReport(ctx, files, row)
    })
    return open()
  }
}
