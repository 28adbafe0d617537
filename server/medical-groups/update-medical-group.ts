import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { updateMedicalGroup as declaration } from '@eupnea/contract/medical-groups.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { checkClinics, clinicsGiven, medicalGroupOf } from './medical-group-of.ts'
import { isNameTaken, lockMedicalGroup, replaceClinics, updateMedicalGroupRow } from './medical-groups.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Changes a medical group; fields left out stay (MG-1). @throws 404, 409 field `name` when it is taken, 422 field `clinic_ids` */
export async function updateMedicalGroup({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { medical_group_id, clinic_ids, facilities, ...values } = input
  const fields = Object.keys(values)
  if (!(await lockMedicalGroup(ctx, medical_group_id))) throw notFound('medical group')
  if (values.name !== undefined && (await isNameTaken(ctx, medical_group_id, values.name)))
    throw conflict('name_taken', 'There is a medical group of this name already', 'name')
  if (fields.length > 0) {
    await updateMedicalGroupRow(ctx, medical_group_id, values)
    await recordAudit(ctx, { act: 'medical-group.edit', detail: { medical_group_id, fields } })
  }
  if (clinic_ids || facilities) {
    const clinics = await checkClinics(ctx, clinicsGiven({ clinic_ids, facilities }))
    await replaceClinics(ctx, medical_group_id, clinics)
    const detail = { medical_group_id, clinic_ids: clinics }
    await recordAudit(ctx, { act: 'medical-group.assign-clinics', detail })
  }
  return medicalGroupOf(ctx, medical_group_id)
}
