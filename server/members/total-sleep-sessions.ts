import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { totalSleepSessions as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { audited, findMember } from './member-answer.ts'
import { selectPlaces } from './members.sql.ts'
import { countSessions } from './nights.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** How many nights a member slept (ME-1); 0 without a resident. @throws 404 */
export async function totalSleepSessions({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { user_id } = await findMember(ctx, input.user_uid)
  const [place] = await selectPlaces(ctx, [user_id])
  await recordAudit(ctx, { act: 'member.count-sessions', ...audited(place), detail: { user_id } })
  return { items: place ? [{ user_uid: user_id, sleep_count: await countSessions(ctx, place) }] : [] }
}
