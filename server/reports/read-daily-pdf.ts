import { Readable } from 'node:stream'
import type { CallInput } from '@eupnea/contract/call.ts'
import type {
  readDailyPdf as declaration,
  openDailyPdf as openDeclaration,
} from '@eupnea/contract/report-deliveries.ts'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { dailyReportFileName } from '@eupnea/contract/rules/report-cells.ts'
import { recordAudit } from '../audit/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import { makeDailyPdf } from './daily-pdf/make-pdf.ts'
import { type DailyReportOf, dailyReport } from './daily-report.ts'
import type { LimitGuesses } from './limit-guesses.ts'
import { openReport } from './open-report.ts'
import { reportDataMissing } from './report-refusals.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }
type GivenLink = { origin: CtxOrigin; input: CallInput<typeof openDeclaration> }

/** The daily report as a PDF (RP-2). @throws 404 when nobody had a reading, also for a facility out of scope */
export async function readDailyPdf({ origin, input: { flagged, ...of } }: Given): Promise<FileAnswer> {
  const report = await withCtx(origin, async (ctx) => {
    const read = await dataOf(ctx, of)
    const detail = { date: read.info.date, floor: read.info.floor, shown: read.items.length }
    await recordAudit(ctx, { act: 'report.pdf', clinic_id: of.clinic_id, detail })
    return read
  })
  return pdfAnswer(report, flagged)
}

/** @throws 404 `Unable to fetch report data` (RP-7) */
export async function dataOf(ctx: Parameters<typeof dailyReport>[0], of: DailyReportOf): Promise<DailyReport> {
  const report = await dailyReport(ctx, of)
  if (report.items.length === 0) throw reportDataMissing()
  return report
}

/** The report that a link stands for, as a PDF (RP-4). It counts as an opening. @throws as openReport does */
export function openDailyPdf(limit: LimitGuesses) {
  const open = openReport(limit)
  return async ({ origin, input: { flagged, ...link } }: GivenLink): Promise<FileAnswer> =>
    pdfAnswer(await open({ origin, input: link }), flagged)
}

async function pdfAnswer(report: DailyReport, flagged: readonly string[]): Promise<FileAnswer> {
  const pdf = await makeDailyPdf(report, flagged)
  const name = dailyReportFileName(report.info.clinic_name, report.info.date)
  return new FileAnswer({ content: Readable.from([pdf]), name, type: 'application/pdf', bytes: pdf.length })
}
