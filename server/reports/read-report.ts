import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readReport as declaration } from '@eupnea/contract/reports.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { readDailyReport } from './read-daily-report.ts'
import { readRawReport } from './read-raw-report.ts'
import { readRrReport } from './read-rr-report.ts'
import { readTibReport } from './read-tib-report.ts'
import type { ReportInput } from './report-input.ts'
import { findSubject, type Subject } from './report-subject.ts'

type Given = { ctx: Ctx; input: ReportInput }

const reports = { raw: readRawReport, rr: readRrReport, tib: readTibReport } as const satisfies Record<
  Exclude<ReportInput['report'], 'daily'>,
  (ctx: Ctx, subject: Subject, input: ReportInput) => Promise<CallOutput<typeof declaration>>
>

/** The report of that name about a resident, a device or a facility (RP-1, RP-6). @throws 404 for whom the caller may not see */
export async function readReport({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { report } = input
  if (report === 'daily') return readDailyReport(ctx, input)
  const subject = await findSubject(ctx, input)
  const answer = await reports[report](ctx, subject, input)
  const { clinic_id, resident_id, device_id } = subject
  const { start, end, page } = input
  await recordAudit(ctx, {
    act: `report.${report}`,
    clinic_id,
    resident_id,
    device_id,
    detail: { start, end, page, shown: answer.items.length },
  })
  return answer
}
