import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listReportResidents as declaration } from '@eupnea/contract/reports.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { selectReportResidentChoices } from './report-choices.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Residents of a clinic to report on: the active ones, and who once had a device (RP-6). Deleted ones are not. @throws 404 for a clinic out of scope */
export async function listReportResidents({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id } = await clinicOf(ctx, input.clinic_id)
  const { rows, total } = await selectReportResidentChoices(ctx, id, input.search ?? '', pageOf(input))
  await recordAudit(ctx, {
    act: 'report.list-residents',
    clinic_id: id,
    detail: { page: input.page, shown: rows.length },
  })
  return {
    items: rows.map(({ since, until, ...resident }) => ({
      ...resident,
      since: since?.toString() ?? null,
      until: until?.toString() ?? null,
    })),
    pagination: { page: input.page, page_size: input.page_size, total_records: total },
  }
}
