import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { type PlaceRow, selectPlaces } from './members.sql.ts'

/** The place of the caller's own resident. @throws 404 without one */
export async function ownPlace(ctx: Ctx): Promise<PlaceRow> {
  const [place] = await selectPlaces(ctx, [userOf(ctx).id])
  if (!place) throw notFound('member', m.common_not_found_title())
  return place
}
