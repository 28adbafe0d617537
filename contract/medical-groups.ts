import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, inputOf, listOf, missing, newOf, noAnswer, outputOf, paging, schemaOf, search } from './fields.ts'
import { medicalGroupFields } from './medical-groups.fields.ts'

const told = outputOf(medicalGroupFields)

/** A group of clinics under one practice (specification section 3). */
const medicalGroup = z.object({
  medical_group_id: z.string(),
  name: told.name,
  description: told.description,
  facilities: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type MedicalGroup = z.output<typeof medicalGroup>

/** The same under the name that answers and the specification have for it: ids, or clinics as answers hold them. */
const facilities = z
  .array(z.union([id, z.object({ id })]))
  .max(medicalGroupFields.clinic_ids.max, medicalGroupFields.clinic_ids.exceeded())
  .optional()
/** The clinics as the caller last saw them; the call is refused if someone has changed them since */
const was = z.object({ clinic_ids: z.array(z.string()) }).optional()

export const listMedicalGroups = call({
  name: 'listMedicalGroups',
  method: 'GET',
  path: '/admin/medical_groups',
  access: access.admin,
  summary: m.medical_group_list_call(),
  input: z.object({ name: search, ...paging }),
  output: listOf(medicalGroup),
})

/** A clinic with the groups that it belongs to. */
const groupedClinic = z.object({
  id: z.string(),
  name: z.string(),
  medical_groups: z.array(z.object({ medical_group_id: z.string(), name: z.string() })),
})

export const listGroupedClinics = call({
  name: 'listGroupedClinics',
  method: 'GET',
  path: '/admin/medical_groups/clinics',
  access: access.admin,
  summary: m.medical_group_list_grouped_call(),
  input: z.object({ name: search, medical_group_id: id.optional(), clinic_id: id.optional(), ...paging }),
  output: listOf(groupedClinic),
})

export const readMedicalGroup = call({
  name: 'readMedicalGroup',
  method: 'GET',
  path: '/admin/medical_groups/{medical_group_id}',
  access: access.admin,
  summary: m.medical_group_read_call(),
  input: z.object({ medical_group_id: id }),
  output: medicalGroup,
})

export const createMedicalGroup = call({
  name: 'createMedicalGroup',
  method: 'POST',
  path: '/admin/medical_groups',
  access: access.admin,
  summary: m.medical_group_create_call(),
  once: true,
  input: z.object({
    ...newOf(medicalGroupFields),
    description: schemaOf(medicalGroupFields.description).default(''),
    facilities,
  }),
  output: medicalGroup,
})

export const updateMedicalGroup = call({
  name: 'updateMedicalGroup',
  method: 'PUT',
  path: '/admin/medical_groups/{medical_group_id}',
  access: access.admin,
  summary: m.medical_group_update_call(),
  input: z.object({ medical_group_id: id, ...inputOf(medicalGroupFields), facilities }),
  output: medicalGroup,
})

export const deleteMedicalGroup = call({
  name: 'deleteMedicalGroup',
  method: 'DELETE',
  path: '/admin/medical_groups/{medical_group_id}',
  access: access.admin,
  summary: m.medical_group_delete_call(),
  input: z.object({ medical_group_id: id }),
  output: noAnswer,
})

export const listMedicalGroupClinics = call({
  name: 'listMedicalGroupClinics',
  method: 'GET',
  path: '/admin/medical_groups/{medical_group_id}/clinics',
  access: access.admin,
  summary: m.medical_group_list_clinics_call(),
  input: z.object({ medical_group_id: id }),
  output: listOf(z.object({ id: z.string(), name: z.string(), tz: z.string() })),
})

export const assignMedicalGroupClinics = call({
  name: 'assignMedicalGroupClinics',
  method: 'PUT',
  path: '/admin/medical_groups/{medical_group_id}/clinics',
  access: access.admin,
  summary: m.medical_group_clinics_call(),
  input: z
    .object({ medical_group_id: id, clinic_ids: inputOf(medicalGroupFields).clinic_ids, facilities, was })
    .check(({ value, issues }) => {
      if (!value.clinic_ids && !value.facilities) issues.push(missing('clinic_ids'))
    }),
  output: medicalGroup,
})

export const medicalGroupCalls = [
  listMedicalGroups,
  listGroupedClinics,
  readMedicalGroup,
  createMedicalGroup,
  updateMedicalGroup,
  deleteMedicalGroup,
  listMedicalGroupClinics,
  assignMedicalGroupClinics,
]
