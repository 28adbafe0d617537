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
 * The PDF of a report as it was made; one that went with somebody who was erased is made anew of what is left.
 * @returns what waits for it: in the transaction it would hold the connection until it is drawn
 * @throws 404 also when nobody is left in it
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
