import type { listReportDevices as declaration } from '@eupnea/contract/reports.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectReportDeviceChoices } from './report-choices.sql.ts'

/**
 * Devices to report on: the clinic's, and visible ones that a resident there once had (RP-6).
 * @throws 404 for a clinic outside the scope
 */
export const listReportDevices: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectReportDeviceChoices(ctx, id, input.search ?? '', pageOf(input))
  await recordAudit(ctx, {
    act: 'report.list-devices',
    clinic_id: id,
    detail: { page: input.page, shown: rows.length },
  })
  return {
    items: rows,
    pagination: paginationOf(input, total),
  }
}
