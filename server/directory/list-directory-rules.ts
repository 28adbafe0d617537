import type { listDirectoryRules as declaration } from '@eupnea/contract/directory.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectRulesPage } from './directory.sql.ts'
import { ruleAnswers } from './rule-answers.ts'

/** What the directory's groups give here, by group (SI-1). */
export const listDirectoryRules: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectRulesPage(ctx, pageOf(input))
  return { items: await ruleAnswers(ctx, rows), pagination: paginationOf(input, total) }
}
