import { openFile } from '../files/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { FileAnswer } from '../platform/file-answer.ts'
import type { FileStore } from '../platform/file-store.ts'
import { drawAsRead } from './daily-pdf/make-pdf.ts'
import { dailyReportInParts } from './daily-report.ts'
import type { DailyReportFileRow } from './daily-reports.sql.ts'
import { pdfAnswer } from './pdf-answer.ts'
import { reportDataMissing } from './report-refusals.ts'

/**
 * The PDF of an existing report; if somebody in it was erased, it is made again from the remaining data.
 * @returns an object with a promise: awaiting it in the transaction would hold the connection while drawing
 * @throws 404, also when nobody is left in it
 */
export async function openMadeReport(
  ctx: Ctx,
  files: FileStore,
  { file_id, clinic_id, date, floor }: DailyReportFileRow,
): Promise<() => Promise<FileAnswer>> {
  if (file_id !== null) {
    const file = await openFile(ctx, files, file_id)
    return async () => file
  }
  const report = await dailyReportInParts(ctx, { clinic_id, date, floor })
  if (report.total === 0) throw reportDataMissing()
  const { pdf } = await drawAsRead(report)
  return async () => pdfAnswer(report.info, await pdf)
}
