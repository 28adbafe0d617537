import type { listGroupedClinics as declaration } from '@eupnea/contract/medical-groups.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectGroupedClinics } from './medical-groups.sql.ts'

/** Clinics with the groups that they belong to, paged (MG-1). */
export const listGroupedClinics: Verb<typeof declaration> = async ({ ctx, input }) => {
  const filter = { name: input.name, group: input.medical_group_id, clinic: input.clinic_id }
  const { rows, ...total } = await selectGroupedClinics(ctx, filter, pageOf(input))
  return {
    items: rows.map(({ id, name, medical_groups }) => ({ id, name, medical_groups })),
    pagination: paginationOf(input, total),
  }
}
