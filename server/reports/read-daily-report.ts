import type { DailyReport } from '@eupnea/contract/reports.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { dailyReport } from './daily-report.ts'
import type { ReportInput } from './report-input.ts'
import { noReportData } from './report-refusals.ts'
import { findSubject } from './report-subject.ts'

/** The daily report of a clinic, a floor or one resident (RP-1). @throws 404 when nobody had a reading */
export async function readDailyReport(
  ctx: Ctx,
  { patient_id, clinic_id, date, floor }: ReportInput,
): Promise<DailyReport> {
  const subject = await findSubject(ctx, { ...(patient_id && { patient_id }), ...(clinic_id && { clinic_id }) })
  const of = clinic_id ?? subject.clinic_id
  if (!of) throw notFound('facility')
  const report = await dailyReport(ctx, { clinic_id: of, date, floor, resident_id: patient_id })
  if (report.items.length === 0) throw noReportData()
  await recordAudit(ctx, {
    act: 'report.daily',
    clinic_id: of,
    resident_id: subject.resident_id,
    detail: { date: report.info.date, floor: report.info.floor, shown: report.items.length },
  })
  return report
}
