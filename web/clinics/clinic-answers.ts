import { listClinics, listFloors, readClinic } from '@eupnea/contract/clinics.ts'
import { listGroupedClinics } from '@eupnea/contract/medical-groups.ts'

/** Calls that a change of a clinic makes out of date. */
export const clinicAnswers = [listClinics, readClinic, listFloors, listGroupedClinics] as const
