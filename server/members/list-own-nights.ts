import type { listOwnNights as declaration } from '@eupnea/contract/members.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { audited } from './member-answer.ts'
import { nightsOf } from './nights.ts'
import { ownPlace } from './own-place.ts'

/** The caller's own nights (SH-10). @throws 404 for a caller without a resident */
export const listOwnNights: Verb<typeof declaration> = async ({ ctx, input }) => {
  const place = await ownPlace(ctx)
  await recordAuditOncePer(ctx, 60, { act: 'member.read-own', ...audited(place) })
  return nightsOf(ctx, place, input.days)
}
