import type { totalSleepSessions as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { audited, findMember } from './member-answer.ts'
import { selectPlaces } from './members.sql.ts'
import { countSessions } from './nights.ts'

/** How many nights a member slept (ME-1); 0 without a resident. @throws 404 */
export const totalSleepSessions: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_id } = await findMember(ctx, input.user_uid)
  const [place] = await selectPlaces(ctx, [user_id])
  await recordAudit(ctx, { act: 'member.count-sessions', ...audited(place), detail: { user_id } })
  return { items: place ? [{ user_uid: user_id, sleep_count: await countSessions(ctx, place) }] : [] }
}
