import type { createDirectoryRule as declaration } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { insertRule } from './directory.sql.ts'
import { checkRule, ruleAnswers } from './rule-answers.ts'

/**
 * Says what a group of the directory gives, from each person's next sign-in, or when the rules are applied (SI-1).
 * @throws 409 field `group_name` when the group has a rule, 422 field `clinic_ids`
 */
export const createDirectoryRule: Verb<typeof declaration> = async ({ ctx, input }) => {
  await checkRule(ctx, input.user_type, input.clinic_ids)
  const row = await insertRule(ctx, input)
  if (!row) throw groupTaken()
  await recordAudit(ctx, { act: 'directory.create-rule', detail: { ...input } })
  return (await ruleAnswers(ctx, [row]))[0]!
}

export const groupTaken = () => conflict('directory_group_taken', m.directory_group_taken(), 'group_name')
