import { sendDownloadReport as declaration } from '@eupnea/contract/report-deliveries.ts'
import { dailyReportFileName, everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { keepFile } from '../files/index.ts'
import { withCtxOnce } from '../platform/answer-once.ts'
import { withCtx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { VerbApart } from '../platform/route.ts'
import { makeDailyPdf } from './daily-pdf/make-pdf.ts'
import { dailyReport } from './daily-report.ts'
import { holdListed, insertDailyReport } from './daily-reports.sql.ts'
import { keepPdf } from './keep-pdf.ts'
import { madeReportAnswer } from './made-report-answer.ts'
import { reportDataMissing } from './report-refusals.ts'

/**
 * Makes a report's PDF and stores it among the earlier reports (RP-2, RP-6).
 * @throws 404 without any reading, 409 if somebody in it is erased meanwhile
 */
export function sendDownloadReport(files: FileStore): VerbApart<typeof declaration> {
  return async ({ origin, input }) => {
    const { clinic_id, date, flagged } = input
    const floor = !input.floor || input.floor === everyFloor ? null : input.floor
    const report = await withCtx(origin, async (ctx) => {
      const clinic = await clinicOf(ctx, clinic_id)
      if (floor !== null && !clinic.floors.includes(floor)) throw refused('floor', m.report_floor_unknown())
      const report = await dailyReport(ctx, { clinic_id, date, floor })
      if (report.items.length === 0) throw reportDataMissing()
      return report
    })
    const pdf = await makeDailyPdf(report, flagged)
    const file_name = dailyReportFileName(report.info.clinic_name, date)
    const file = await keepPdf(origin, files, { clinic_id, date, name: file_name }, pdf)
    return withCtxOnce(origin, { call: declaration, input }, async (ctx) => {
      await holdListed(ctx, report)
      await keepFile(ctx, file)
      const made_by = ctx.actor.type === 'user' ? ctx.actor.email : ''
      const row = await insertDailyReport(ctx, { clinic_id, date, floor, file_id: file.id, file_name, made_by })
      const detail = { report_id: row!.id, date, floor, shown: report.items.length }
      await recordAudit(ctx, { act: 'report.save', clinic_id, detail })
      await ctx.emit({ type: 'changed', noun: 'reports', clinic_id })
      return madeReportAnswer(row!)
    })
  }
}
