import type { readDailyPdf as declaration } from '@eupnea/contract/report-deliveries.ts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import type { VerbApart } from '../platform/route.ts'
import { drawAsRead } from './daily-pdf/make-pdf.ts'
import { dailyReportInParts } from './daily-report.ts'
import { pdfAnswer } from './pdf-answer.ts'
import { reportDataMissing } from './report-refusals.ts'

/** The daily report as a PDF (RP-2). @throws 404 when nobody had a reading, also for a clinic out of scope */
export const readDailyPdf: VerbApart<typeof declaration> = async ({ origin, input: { flagged, ...of } }) => {
  const { info, pdf } = await withCtx(origin, async (ctx) => {
    const report = await dailyReportInParts(ctx, of)
    if (report.total === 0) throw reportDataMissing()
    const { pdf } = await drawAsRead(report, flagged)
    const detail = { date: report.info.date, floor: report.info.floor, shown: report.total }
    await recordAudit(ctx, { act: 'report.pdf', clinic_id: of.clinic_id, detail })
    // Wrapped in an object: awaiting it here would hold the connection while drawing.
    return { info: report.info, pdf }
  })
  return pdfAnswer(info, await pdf)
}
