import type { listUsers as declaration } from '@eupnea/contract/users.ts'
import { recordAuditOfPeople } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { userAnswerOf, withHealthData } from './user-answer.ts'
import { selectUsers } from './users.sql.ts'

/** Users by types, name and e-mail, paged (US-2). @throws 404 */
export const listUsers: Verb<typeof declaration> = async ({ ctx, input }) => {
  // The filter mustn't reveal who works at a clinic the caller may not see.
  if (input.clinic_id !== undefined) await clinicOf(ctx, input.clinic_id)
  const types = input.user_types ? input.user_types.split(',') : []
  const { rows, ...total } = await selectUsers(ctx, { ...input, types }, pageOf(input))
  await recordAuditOfPeople(ctx, { act: 'user.list', clinic_id: input.clinic_id ?? null }, withHealthData(rows))
  return {
    users: rows.map(userAnswerOf),
    pagination: paginationOf(input, total),
  }
}
