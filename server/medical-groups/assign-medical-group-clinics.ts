import type { assignMedicalGroupClinics as declaration } from '@eupnea/contract/medical-groups.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { refuseStaleClinics } from '../clinics/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { checkClinics, clinicsGiven, idsOf, medicalGroupOf } from './medical-group-of.ts'
import { lockMedicalGroup, replaceClinics } from './medical-groups.sql.ts'

/**
 * Replaces the clinics of a medical group (MG-1).
 * @throws 404, 409 when somebody has changed them since (`was`), 422 field `clinic_ids`
 */
export const assignMedicalGroupClinics: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { medical_group_id } = input
  if (!(await lockMedicalGroup(ctx, medical_group_id))) throw notFound('medical group')
  const held = idsOf(await medicalGroupOf(ctx, medical_group_id))
  const wanted = clinicsGiven(input)
  await refuseStaleClinics(ctx, 'medical_group', { held, wanted, was: input.was?.clinic_ids })
  const clinic_ids = await checkClinics(ctx, wanted)
  await replaceClinics(ctx, medical_group_id, clinic_ids)
  await recordAudit(ctx, {
    act: 'medical-group.assign-clinics',
    detail: { medical_group_id },
    changes: changesOf({ clinic_ids: held }, { clinic_ids }),
  })
  return medicalGroupOf(ctx, medical_group_id)
}
