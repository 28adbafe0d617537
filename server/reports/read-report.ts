import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readReport as declaration } from '@eupnea/contract/reports.ts'
import { recordAudits } from '../audit/index.ts'
import type { Archive } from '../live/archive/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { Verb } from '../platform/route.ts'
import { readClinicRrReport } from './read-clinic-rr-report.ts'
import { readCombinedTibReport } from './read-combined-tib-report.ts'
import { readDailyReport } from './read-daily-report.ts'
import { readMinutelyReport } from './read-minutely-report.ts'
import { readPatientReport } from './read-patient-report.ts'
import { readRawReport } from './read-raw-report.ts'
import { readRrReport } from './read-rr-report.ts'
import { readTibReport } from './read-tib-report.ts'
import type { ReportInput } from './report-input.ts'
import { findSubject, type Subject } from './report-subject.ts'

const reports = {
  rr: readRrReport,
  tib: readTibReport,
  patient: readPatientReport,
  minutely: readMinutelyReport,
  'tib-combined': readCombinedTibReport,
  'rr-24-72': readClinicRrReport,
} as const satisfies Record<
  Exclude<ReportInput['report'], 'daily' | 'raw'>,
  (ctx: Ctx, subject: Subject, input: ReportInput) => Promise<CallOutput<typeof declaration>>
>

/** The named report about a resident, a device or a clinic (RP-1, RP-6). @throws 404 if the caller may not see them */
export const readReport =
  (archive: Archive): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { report } = input
    if (report === 'daily') return readDailyReport(ctx, input)
    const subject = await findSubject(ctx, input)
    const answer = await (report === 'raw'
      ? readRawReport(archive, ctx, subject, input)
      : reports[report](ctx, subject, input))
    const { resident_id, device_id } = subject
    const clinic_id = subject.clinic_id ?? input.clinic_id ?? null
    const { start, end, start_date, end_date, page } = input
    const about = subject.about.length > 0 ? subject.about : [{ clinic_id, resident_id }]
    await recordAudits(
      ctx,
      about.map((whose) => ({
        ...whose,
        act: `report.${report}` as const,
        device_id,
        detail: { start, end, start_date, end_date, page, shown: answer.items.length },
      })),
    )
    return answer
  }
