import type { listMedicalGroupClinics as declaration } from '@eupnea/contract/medical-groups.ts'
import { wholeList } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { medicalGroupOf } from './medical-group-of.ts'
import { selectGroupedClinics } from './medical-groups.sql.ts'

/** Clinics of a medical group, by name (MG-2). */
export const listMedicalGroupClinics: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { medical_group_id } = await medicalGroupOf(ctx, input.medical_group_id)
  const { rows } = await selectGroupedClinics(ctx, { group: medical_group_id })
  return wholeList(rows.map(({ id, name, tz }) => ({ id, name, tz })))
}
