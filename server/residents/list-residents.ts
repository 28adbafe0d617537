import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listResidents as declaration } from '@eupnea/contract/residents.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import { selectResidents } from './directory.sql.ts'
import { residentAnswer } from './resident-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Residents within the caller's scope (RE-1). Status 3 means those on the dashboard: the active ones. @throws 404 */
export async function listResidents({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const statuses = input.status === '3' ? [1] : input.status.split(',').map(Number)
  const floors = input.clinic_id ? (await clinicOf(ctx, input.clinic_id)).floors : []
  const { rows, ...total } = await selectResidents(ctx, { ...input, statuses, floors }, pageOf(input))
  const detail = { status: input.status, page: input.page, shown: rows.length }
  await recordAuditOfRows(ctx, rows, { act: 'resident.list', clinic_id: input.clinic_id, detail }, ({ id }) => id)
  return {
    items: rows.map(residentAnswer),
    pagination: paginationOf(input, total),
  }
}
