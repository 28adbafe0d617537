import { listUsers, listUsersOfType, readUser, readUserClinics } from '@eupnea/contract/users.ts'
import { ApiError } from '../shared/api.ts'
import { queryClient } from '../shared/query.ts'

/** Calls that a change of a user makes out of date. */
export const userAnswers = [listUsers, listUsersOfType, readUser, readUserClinics] as const

/** Somebody else has changed the user's facilities since they were seen. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'user_clinics_changed'

/** Fetches them again. */
export async function refreshUsers(): Promise<void> {
  await Promise.all(userAnswers.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })))
}
