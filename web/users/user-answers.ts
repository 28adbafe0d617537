import { listUsers, listUsersOfType, readUser, readUserClinics } from '@eupnea/contract/users.ts'

/** Calls that a change of a user makes out of date. */
export const userAnswers = [listUsers, listUsersOfType, readUser, readUserClinics] as const
