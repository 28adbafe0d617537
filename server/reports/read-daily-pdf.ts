import type { CallInput } from '@eupnea/contract/call.ts'
import type { readDailyPdf as declaration } from '@eupnea/contract/report-deliveries.ts'
import { recordAudit } from '../audit/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { FileAnswer } from '../platform/file-answer.ts'
import { pdfAnswer, reportData } from './daily-report-file.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/** The daily report as a PDF (RP-2). @throws 404 when nobody had a reading, also for a facility out of scope */
export async function readDailyPdf({ origin, input: { flagged, ...of } }: Given): Promise<FileAnswer> {
  const report = await withCtx(origin, async (ctx) => {
    const read = await reportData(ctx, of)
    const detail = { date: read.info.date, floor: read.info.floor, shown: read.items.length }
    await recordAudit(ctx, { act: 'report.pdf', clinic_id: of.clinic_id, detail })
    return read
  })
  return pdfAnswer(report, flagged)
}
