import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readOwnMember as declaration } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { userOf } from '../sessions/index.ts'
import { memberAnswers } from './member-answer.ts'
import { selectMember } from './members.sql.ts'

/** The caller as a member (SH-10); null if they aren't one. */
export async function readOwnMember({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> {
  const row = await selectMember(ctx, userOf(ctx).id)
  return { member: row ? (await memberAnswers(ctx, [row])).items[0]! : null }
}
