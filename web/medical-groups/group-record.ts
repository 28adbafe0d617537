import type { MedicalGroup } from '@eupnea/contract/medical-groups.ts'

/** A group as the fields of the contract have it. */
export const recordOf = ({ name, description, facilities }: MedicalGroup) => ({
  name,
  description,
  clinic_ids: facilities.map(({ id }) => id),
})
