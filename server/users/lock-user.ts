import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { lockRights, lockUsers, type UserRow } from './users.sql.ts'

/**
 * The user as they are, until the transaction ends. Changes of what users may do take turns: two Superadmins who delete
 * each other cannot both be answered from before (US-8). @throws 404
 */
export async function lockUser(ctx: Ctx, user_id: string): Promise<UserRow> {
  await lockRights(ctx)
  const [user] = await lockUsers(ctx, [user_id])
  if (!user) throw notFound('user')
  return user
}
