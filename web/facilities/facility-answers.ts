import { listClinics, listFloors, readClinic } from '@eupnea/contract/facilities.ts'
import { listGroupedClinics } from '@eupnea/contract/medical-groups.ts'
import { queryClient } from '../shared/query.ts'

/** Calls that a change of a facility makes out of date. */
export const facilityAnswers = [listClinics, readClinic, listFloors, listGroupedClinics] as const

/** Fetches them again. */
export async function refreshFacilities(): Promise<void> {
  await Promise.all(facilityAnswers.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })))
}
