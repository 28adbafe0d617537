import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { lockRights, lockUsers, type UserRow } from './users.sql.ts'

/**
 * Reads and locks a user until the transaction ends. Changes to rights run one at a time, so that two Superadmins can't
 * delete each other (US-8).
 * @throws 404
 */
export async function lockUser(ctx: Ctx, user_id: string): Promise<UserRow> {
  await lockRights(ctx)
  const [user] = await lockUsers(ctx, [user_id])
  if (!user) throw notFound('user')
  return user
}
