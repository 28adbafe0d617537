import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listDirectoryRules as declaration } from '@eupnea/contract/directory.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { selectRulesPage } from './directory.sql.ts'
import { ruleAnswers } from './rule-answers.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** What the directory's groups give here, by group (SI-1). */
export async function listDirectoryRules({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { page, page_size } = input
  const { rows, total } = await selectRulesPage(ctx, pageOf(input))
  return { items: await ruleAnswers(ctx, rows), pagination: { page, page_size, total_records: total } }
}
