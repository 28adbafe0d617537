import type { listMemberNights as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { audited, findMember } from './member-answer.ts'
import { selectPlaces } from './members.sql.ts'
import { nightsOf } from './nights.ts'

/** Nights of a member linked to the caller (SH-10). @throws 404, also for a member without a resident */
export const listMemberNights: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_id } = await findMember(ctx, input.user_uid)
  const [place] = await selectPlaces(ctx, [user_id])
  if (!place) throw notFound('resident')
  await recordAudit(ctx, { act: 'member.read-nights', ...audited(place), detail: { user_id } })
  return nightsOf(ctx, place, input.days)
}
