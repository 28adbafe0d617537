import {
  listGroupedClinics,
  listMedicalGroupClinics,
  listMedicalGroups,
  readMedicalGroup,
} from '@eupnea/contract/medical-groups.ts'
import { ApiError } from '../shared/api.ts'
import { queryClient } from '../shared/query.ts'

/** Calls that a change of a medical group makes out of date. */
const groupAnswers = [listMedicalGroups, readMedicalGroup, listMedicalGroupClinics, listGroupedClinics] as const

/** Somebody else has changed the group's facilities since they were seen. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'medical_group_clinics_changed'

/** Fetches them again. @param but one that is not: a deleted group cannot be read any more */
export async function refreshGroups(but?: (typeof groupAnswers)[number]): Promise<void> {
  await Promise.all(
    groupAnswers.filter((call) => call !== but).map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}
