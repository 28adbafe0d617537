import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listGroupedClinics as declaration } from '@eupnea/contract/medical-groups.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { selectGroupedClinics } from './medical-groups.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Clinics with the groups that they belong to, paged (MG-1). */
export async function listGroupedClinics({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const filter = { name: input.name, group: input.medical_group_id, clinic: input.clinic_id }
  const { rows, total } = await selectGroupedClinics(ctx, filter, pageOf(input))
  return {
    items: rows.map(({ id, name, medical_groups }) => ({ id, name, medical_groups })),
    pagination: { page: input.page, page_size: input.page_size, total_records: total },
  }
}
