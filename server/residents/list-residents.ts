import type { listResidents as declaration } from '@eupnea/contract/residents.ts'
import { oneFloor } from '@eupnea/contract/rules/report-cells.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import { clinicDays, clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectResidents } from './directory.sql.ts'
import { residentAnswer } from './resident-answer.ts'

/** Residents within the caller's scope (RE-1). Status 3 means those on the dashboard: the active ones. @throws 404 */
export const listResidents: Verb<typeof declaration> = async ({ ctx, input }) => {
  const statuses = input.status === '3' ? [1] : input.status.split(',').map(Number)
  const clinic_id = input.clinic_id
  const floors = clinic_id && input.sort === 'floor' ? (await clinicOf(ctx, clinic_id)).floors : []
  const days = input.consent === 'review_due' ? await clinicDays(ctx, clinic_id) : []
  const filter = { ...input, floor: oneFloor(input.floor), statuses, floors, days }
  const { rows, ...total } = await selectResidents(ctx, filter, pageOf(input))
  // Whoever sees a resident of the clinic sees the clinic.
  if (clinic_id && rows.length === 0) await clinicOf(ctx, clinic_id)
  const detail = { status: input.status, page: input.page, shown: rows.length }
  await recordAuditOfRows(ctx, rows, { act: 'resident.list', clinic_id: input.clinic_id, detail }, ({ id }) => id)
  return {
    items: rows.map(residentAnswer),
    pagination: paginationOf(input, total),
  }
}
