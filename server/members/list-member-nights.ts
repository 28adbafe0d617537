import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listMemberNights as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { audited, findMember } from './member-answer.ts'
import { selectPlaces } from './members.sql.ts'
import { nightsOf } from './nights.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Nights of a member linked to the caller (SH-10). @throws 404, also for a member without a resident */
export async function listMemberNights({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { user_id } = await findMember(ctx, input.user_uid)
  const [place] = await selectPlaces(ctx, [user_id])
  if (!place) throw notFound('resident')
  await recordAudit(ctx, { act: 'member.read-nights', ...audited(place), detail: { user_id } })
  return nightsOf(ctx, place, input.days)
}
