import type { readUserClinics as declaration } from '@eupnea/contract/users.ts'
import type { Verb } from '../platform/route.ts'
import { userAnswer } from './user-answer.ts'

/** Clinics that a user may see (US-3). @throws 404 */
export const readUserClinics: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_ids, clinic_list } = await userAnswer(ctx, input.user_id)
  return { clinic_ids, clinic_list }
}
