import {
  listGroupedClinics,
  listMedicalGroupClinics,
  listMedicalGroups,
  readMedicalGroup,
} from '@eupnea/contract/medical-groups.ts'
import { fetchAgain } from '../shared/query.ts'

/** Calls that a change of a medical group makes out of date. */
const groupAnswers = [listMedicalGroups, readMedicalGroup, listMedicalGroupClinics, listGroupedClinics] as const

/** Fetches them again. @param but one that is not: a deleted group cannot be read any more */
export async function refreshGroups(but?: (typeof groupAnswers)[number]): Promise<void> {
  await fetchAgain(groupAnswers.filter((call) => call !== but))
}
