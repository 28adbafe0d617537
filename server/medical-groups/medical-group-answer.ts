import type { MedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { clinicNames } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { MedicalGroupRow } from './medical-groups.sql.ts'

/** Rows as the contract's medical groups. */
export async function medicalGroupAnswers(ctx: Ctx, rows: readonly MedicalGroupRow[]): Promise<MedicalGroup[]> {
  const clinics = await clinicNames(
    ctx,
    rows.flatMap(({ clinic_ids }) => clinic_ids),
  )
  return rows.map(({ id, name, description, clinic_ids }) => ({
    medical_group_id: id,
    name,
    description,
    facilities: clinics.filter((clinic) => clinic_ids.includes(clinic.id)),
  }))
}
