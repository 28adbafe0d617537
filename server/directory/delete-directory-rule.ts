import type { deleteDirectoryRule as declaration } from '@eupnea/contract/directory.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deleteRule } from './directory.sql.ts'

/** The group gives nothing more, from each person's next sign-in, or when the rules are applied. @throws 404 */
export const deleteDirectoryRule: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await deleteRule(ctx, input.id)
  if (!row) throw notFound('directory rule')
  await recordAudit(ctx, { act: 'directory.delete-rule', detail: { group_name: row.group_name } })
  return {}
}
