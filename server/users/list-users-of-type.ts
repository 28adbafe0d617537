import type { listUsersOfType as declaration } from '@eupnea/contract/users.ts'
import { recordAuditOfPeople } from '../audit/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { userAnswerOf, withHealthData } from './user-answer.ts'
import { selectUsers } from './users.sql.ts'

/** Users of one type, or of all when none is named, paged, by name (US-2). */
export const listUsersOfType: Verb<typeof declaration> = async ({ ctx, input }) => {
  const types = input.user_type ? [input.user_type] : []
  const { rows, ...total } = await selectUsers(ctx, { types, sort: 'name', order: 'asc' }, pageOf(input))
  await recordAuditOfPeople(ctx, { act: 'user.list' }, withHealthData(rows))
  return { items: rows.map(userAnswerOf), pagination: paginationOf(input, total) }
}
