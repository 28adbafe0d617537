import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { findMember } from './member-answer.ts'
import { type PlaceRow, selectPlaces } from './members.sql.ts'

/**
 * The place of the caller's own resident. A link outlives another user type, under which nobody sees or ends it.
 * @throws 404 without one, and for anyone who isn't a member
 */
export async function ownPlace(ctx: Ctx): Promise<PlaceRow> {
  const { user_id } = await findMember(ctx, userOf(ctx).id)
  const [place] = await selectPlaces(ctx, [user_id])
  if (!place) throw notFound('member', m.common_not_found_title())
  return place
}
