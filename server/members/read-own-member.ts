import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readOwnMember as declaration } from '@eupnea/contract/members.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { userOf } from '../sessions/index.ts'
import { audited, memberAnswers } from './member-answer.ts'
import { selectMember } from './members.sql.ts'

/** The caller as a member (SH-10); null if they aren't one. */
export async function readOwnMember({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> {
  const row = await selectMember(ctx, userOf(ctx).id)
  if (!row) return { member: null }
  const { items, places } = await memberAnswers(ctx, [row])
  if (places[0]) await recordAuditOncePer(ctx, 60, { act: 'member.read-own', ...audited(places[0]) })
  return { member: items[0]! }
}
