import type { DailyReport } from '@eupnea/contract/reports.ts'
import { openFile } from '../files/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { FileAnswer } from '../platform/file-answer.ts'
import type { FileStore } from '../platform/file-store.ts'
import { makeDailyPdf } from './daily-pdf/make-pdf.ts'
import { dailyReport } from './daily-report.ts'
import type { DailyReportFileRow } from './daily-reports.sql.ts'
import { pdfAnswer } from './pdf-answer.ts'
import { reportDataMissing } from './report-refusals.ts'

interface OpenedReport {
  /** not in the transaction, whose connection it would hold while drawing */
  readonly open: () => Promise<FileAnswer>
  /** rows that are drawn now; none of a report that was kept */
  readonly items: DailyReport['items']
}

/**
 * The PDF of an existing report; if somebody in it was erased, it is made again from the remaining data.
 * @throws 404, also when nobody is left in it
 */
export async function openMadeReport(
  ctx: Ctx,
  files: FileStore,
  { file_id, clinic_id, date, floor }: DailyReportFileRow,
): Promise<OpenedReport> {
  if (file_id !== null) {
    const file = await openFile(ctx, files, file_id)
    return { open: async () => file, items: [] }
  }
  const report = await dailyReport(ctx, { clinic_id, date, floor })
  if (report.items.length === 0) throw reportDataMissing()
  return { open: async () => pdfAnswer(report.info, await makeDailyPdf(report)), items: report.items }
}
