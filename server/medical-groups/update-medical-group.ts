import type { updateMedicalGroup as declaration } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { checkClinics, clinicsGiven, idsOf, medicalGroupOf } from './medical-group-of.ts'
import { isNameTaken, lockMedicalGroup, replaceClinics, updateMedicalGroupRow } from './medical-groups.sql.ts'

/**
 * Changes a medical group; omitted fields keep their value (MG-1).
 * @throws 404, 409 field `name` when taken, 422 field `clinic_ids`
 */
export const updateMedicalGroup: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { medical_group_id, clinic_ids, facilities, ...values } = input
  if (!(await lockMedicalGroup(ctx, medical_group_id))) throw notFound('medical group')
  const before = await medicalGroupOf(ctx, medical_group_id)
  if (values.name !== undefined && (await isNameTaken(ctx, medical_group_id, values.name)))
    throw conflict('name_taken', m.medical_group_name_taken(), 'name')
  if (Object.keys(values).length > 0) {
    await updateMedicalGroupRow(ctx, medical_group_id, values)
    await recordAudit(ctx, {
      act: 'medical-group.update',
      detail: { medical_group_id },
      changes: changesOf(before, values),
    })
  }
  if (clinic_ids || facilities) {
    const clinics = await checkClinics(ctx, clinicsGiven({ clinic_ids, facilities }))
    await replaceClinics(ctx, medical_group_id, clinics)
    await recordAudit(ctx, {
      act: 'medical-group.assign-clinics',
      detail: { medical_group_id },
      changes: changesOf({ clinic_ids: idsOf(before) }, { clinic_ids: clinics }),
    })
  }
  return medicalGroupOf(ctx, medical_group_id)
}
