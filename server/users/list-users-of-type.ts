import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listUsersOfType as declaration } from '@eupnea/contract/users.ts'
import { recordAuditOfPeople } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { userAnswerOf, withHealthData } from './user-answer.ts'
import { selectUsersOfType } from './users.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

const most = 1_000

/** Users of one type, or of all when none is named; the first thousand by name (US-2). */
export async function listUsersOfType({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const rows = await selectUsersOfType(ctx, input.user_type, most)
  await recordAuditOfPeople(ctx, { act: 'user.list' }, withHealthData(rows))
  return { items: rows.map(userAnswerOf) }
}
