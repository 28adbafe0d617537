import { listClinics, listFloors, readClinic } from '@eupnea/contract/facilities.ts'
import { listGroupedClinics } from '@eupnea/contract/medical-groups.ts'

/** Calls that a change of a facility makes out of date. */
export const facilityAnswers = [listClinics, readClinic, listFloors, listGroupedClinics] as const
