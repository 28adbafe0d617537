import type { CallInput } from '@eupnea/contract/call.ts'
import type { openDailyPdf as declaration } from '@eupnea/contract/report-deliveries.ts'
import type { CtxOrigin } from '../platform/context.ts'
import type { FileAnswer } from '../platform/file-answer.ts'
import type { LimitCalls } from '../platform/limit-calls.ts'
import { makeDailyPdf } from './daily-pdf/make-pdf.ts'
import { openReport } from './open-report.ts'
import { pdfAnswer } from './pdf-answer.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/** The report behind a link, as a PDF (RP-4). Counts as an opening. @throws as openReport */
export function openDailyPdf(limit: LimitCalls) {
  const open = openReport(limit)
  return async ({ origin, input: { flagged, ...link } }: Given): Promise<FileAnswer> => {
    const report = await open({ origin, input: link })
    return pdfAnswer(report.info, await makeDailyPdf(report, flagged))
  }
}
