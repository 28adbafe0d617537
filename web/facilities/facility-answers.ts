import { listClinics, listFloors, readClinic } from '@eupnea/contract/facilities.ts'
import { listGroupedClinics } from '@eupnea/contract/medical-groups.ts'
import { ApiError } from '../shared/api.ts'
import { queryClient } from '../shared/query.ts'

/** Calls that a change of a facility makes out of date. */
export const facilityAnswers = [listClinics, readClinic, listFloors, listGroupedClinics] as const

/** Somebody else has changed a field since it was seen. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'facility_changed'

/** Fetches them again. */
export async function refreshFacilities(): Promise<void> {
  await Promise.all(facilityAnswers.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })))
}
