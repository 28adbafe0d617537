import { dailyReportFileName } from '@eupnea/contract/rules/report-cells.ts'
import { reportFileName } from '@eupnea/contract/rules/report-mail.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { type ReportSchedule, reportSchedules } from '../clinics/index.ts'
import { keepFile } from '../files/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { Sealer } from '../platform/seal.ts'
import { encryptPdf, makeDailyPdf } from './daily-pdf/make-pdf.ts'
import { dailyReport } from './daily-report.ts'
import { countSent, hasScheduledReport, holdListed, insertDailyReport } from './daily-reports.sql.ts'
import { dueReport } from './due-report.ts'
import { keepPdf } from './keep-pdf.ts'
import { queueReportMail } from './queue-report-mail.ts'
import { reportPasswordOf } from './report-password.ts'

/** What mailed reports need besides the database. */
interface ReportParts {
  readonly files: FileStore
  /** keeps the clinics' passwords */
  readonly sealer: Sealer
}

/**
 * Sends each clinic's report of the previous day, once, between its sending time and the end of the day, or six hours
 * later (RP-5). Runs every minute: a portal that was down at that time sends later, and so does a clinic whose readings
 * arrive late.
 */
export async function sendDailyReports(
  origin: CtxOrigin,
  { files, sealer }: ReportParts,
  now: Temporal.Instant,
): Promise<void> {
  let fault: unknown
  for (const schedule of await withCtx(origin, reportSchedules)) {
    const due = dueReport(schedule, now)
    try {
      if (due) await sendOne(origin, { files, sealer }, schedule, due)
    } catch (error) {
      // Other clinics still get theirs.
      fault = error
      origin.log.error({ err: error, clinic_id: schedule.id }, 'a daily report was not sent')
    }
  }
  if (fault) throw fault
}

async function sendOne(
  origin: CtxOrigin,
  { files, sealer }: ReportParts,
  { id: clinic_id, name: clinic, daily_report_recipients }: ReportSchedule,
  { date, today }: { readonly date: string; readonly today: string },
): Promise<void> {
  const report = await withCtx(origin, async (ctx) =>
    (await hasScheduledReport(ctx, clinic_id, date)) ? null : dailyReport(ctx, { clinic_id, date }),
  )
  if (!report || report.items.length === 0) return
  const pdf = await makeDailyPdf(report)
  const { password } = await withCtx(origin, (ctx) => reportPasswordOf(ctx, sealer, clinic_id))
  const encrypted = await encryptPdf(pdf, password)
  const file_name = dailyReportFileName(clinic, date)
  const name = reportFileName(clinic, today)
  const kept = await keepPdf(origin, files, { clinic_id, date, name: file_name }, pdf)
  const attached = await keepPdf(origin, files, { clinic_id, date, name }, encrypted)
  await withCtx(origin, async (ctx) => {
    const row = await insertDailyReport(ctx, {
      clinic_id,
      date,
      floor: null,
      file_id: kept.id,
      file_name,
      made_by: null,
    })
    // Another node was first; the files made here have no owner and are swept.
    if (!row) return
    // The next minute tries again, without them.
    await holdListed(ctx, report)
    await keepFile(ctx, kept)
    await keepFile(ctx, attached)
    const recipients = [...new Set(daily_report_recipients)]
    const hint = m.report_mail_ask_clinic()
    const attachment = { file_id: attached.id, name }
    await queueReportMail(ctx, { recipients, clinic, date, floor: null, hint, attachment })
    await countSent(ctx, row, recipients.length)
    const detail = { report_id: row.id, date, shown: report.items.length, recipients }
    await recordAudit(ctx, { act: 'report.email-daily', clinic_id, detail })
    await ctx.emit({ type: 'changed', noun: 'reports', clinic_id })
  })
}
