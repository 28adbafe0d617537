import type { openDailyPdf as declaration } from '@eupnea/contract/report-deliveries.ts'
import type { LimitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { makeDailyPdf } from './daily-pdf/make-pdf.ts'
import { openReport } from './open-report.ts'
import { pdfAnswer } from './pdf-answer.ts'

/** The report behind a link, as a PDF (RP-4). Counts as an opening. @throws as openReport */
export function openDailyPdf(limit: LimitCalls): VerbApart<typeof declaration> {
  const open = openReport(limit)
  return async ({ origin, input: { flagged, ...link } }) => {
    const report = await open({ origin, input: link })
    return pdfAnswer(report.info, await makeDailyPdf(report, flagged))
  }
}
