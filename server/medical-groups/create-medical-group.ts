import type { createMedicalGroup as declaration } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { checkClinics, clinicsGiven, medicalGroupOf } from './medical-group-of.ts'
import { insertMedicalGroup, replaceClinics } from './medical-groups.sql.ts'

/** Adds a medical group (MG-1). @throws 409 field `name` when it is taken, 422 field `clinic_ids` */
export const createMedicalGroup: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_ids, facilities, ...values } = input
  const clinics = await checkClinics(ctx, clinicsGiven({ clinic_ids, facilities }))
  const id = await insertMedicalGroup(ctx, values)
  if (!id) throw conflict('name_taken', m.medical_group_name_taken(), 'name')
  await replaceClinics(ctx, id, clinics)
  await recordAudit(ctx, { act: 'medical-group.create', detail: { medical_group_id: id, clinic_ids: clinics } })
  return medicalGroupOf(ctx, id)
}
