import { Readable } from 'node:stream'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { dailyReportFileName } from '@eupnea/contract/rules/report-cells.ts'
import { FileAnswer } from '../platform/file-answer.ts'

/** A report's PDF with its file name. */
export function pdfAnswer({ clinic_name, date }: DailyReport['info'], pdf: Uint8Array): FileAnswer {
  const name = dailyReportFileName(clinic_name, date)
  return new FileAnswer({ open: () => Readable.from([pdf]), name, type: 'application/pdf', bytes: pdf.length })
}
