import type { updateDirectoryRule as declaration } from '@eupnea/contract/directory.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { groupTaken } from './create-directory-rule.ts'
import { isRuled, lockRule, updateRule } from './directory.sql.ts'
import { checkRule, ruleAnswers } from './rule-answers.ts'

/** Changes a rule; omitted fields stay (SI-1). @throws 404, 409 field `group_name`, 422 field `clinic_ids` */
export const updateDirectoryRule: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, ...given } = input
  const before = await lockRule(ctx, id)
  if (!before) throw notFound('directory rule')
  const after = {
    group_name: given.group_name ?? before.group_name,
    user_type: given.user_type ?? before.user_type,
    is_admin_feature: given.is_admin_feature ?? before.is_admin_feature,
    clinic_ids: given.clinic_ids ?? before.clinic_ids,
  }
  if (given.clinic_ids || given.user_type) await checkRule(ctx, after.user_type, after.clinic_ids)
  if (await isRuled(ctx, after.group_name, id)) throw groupTaken()
  const row = await updateRule(ctx, id, after)
  await recordAudit(ctx, { act: 'directory.update-rule', detail: { rule_id: id }, changes: changesOf(before, after) })
  return (await ruleAnswers(ctx, [row]))[0]!
}
