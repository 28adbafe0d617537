import { Readable } from 'node:stream'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { dailyReportFileName } from '@eupnea/contract/rules/report-cells.ts'
import type { Ctx } from '../platform/context.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import { makeDailyPdf } from './daily-pdf/make-pdf.ts'
import { type DailyReportOf, dailyReport } from './daily-report.ts'
import { reportDataMissing } from './report-refusals.ts'

/** What a PDF is made of. @throws 404 `Unable to fetch report data` when nobody had a reading (RP-7) */
export async function reportData(ctx: Ctx, of: DailyReportOf): Promise<DailyReport> {
  const report = await dailyReport(ctx, of)
  if (report.items.length === 0) throw reportDataMissing()
  return report
}

/** The report as a PDF under its name. @param flagged patient ids whose boxes are ticked */
export async function pdfAnswer(report: DailyReport, flagged: readonly string[]): Promise<FileAnswer> {
  const pdf = await makeDailyPdf(report, flagged)
  const name = dailyReportFileName(report.info.clinic_name, report.info.date)
  return new FileAnswer({ content: Readable.from([pdf]), name, type: 'application/pdf', bytes: pdf.length })
}
