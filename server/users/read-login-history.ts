import type { readLoginHistory as declaration } from '@eupnea/contract/users.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { listAuthEvents, userOf } from '../sessions/index.ts'
import { refuseBeyondClinics } from './user-rights.ts'
import { selectUser } from './users.sql.ts'

/**
 * Sign-ins and attempts of a user, newest first (US-3).
 * @throws 404; 403 for a facility administrator, if they work elsewhere too: it says from where they sign in
 */
export const readLoginHistory: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_id } = input
  const user = await selectUser(ctx, user_id)
  if (!user) throw notFound('user')
  if (user_id !== userOf(ctx).id) refuseBeyondClinics(ctx, user)
  const { rows, ...total } = await listAuthEvents(ctx, user_id, pageOf(input))
  await recordAudit(ctx, { act: 'user.read-login-history', detail: { user_id } })
  return { AuthEvents: rows, pagination: paginationOf(input, total) }
}
