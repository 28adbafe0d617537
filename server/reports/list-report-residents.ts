import type { listReportResidents as declaration } from '@eupnea/contract/reports.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectReportResidentChoices } from './report-choices.sql.ts'

/**
 * Residents to report on: active ones, and those who once had a device; not deleted ones (RP-6).
 * @throws 404 for a clinic outside the scope
 */
export const listReportResidents: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectReportResidentChoices(ctx, id, input.search ?? '', pageOf(input))
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
    pagination: paginationOf(input, total),
  }
}
