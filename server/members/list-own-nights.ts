import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listOwnNights as declaration } from '@eupnea/contract/members.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { audited } from './member-answer.ts'
import { nightsOf } from './nights.ts'
import { ownPlace } from './own-place.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** The caller's own nights (SH-10). @throws 404 for a caller without a resident */
export async function listOwnNights({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const place = await ownPlace(ctx)
  await recordAuditOncePer(ctx, 60, { act: 'member.read-own', ...audited(place) })
  return nightsOf(ctx, place, input.days)
}
