import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deleteDirectoryRule as declaration } from '@eupnea/contract/directory.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deleteRule } from './directory.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** The group gives nothing more, from each person's next sign-in, or when the rules are applied. @throws 404 */
export async function deleteDirectoryRule({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await deleteRule(ctx, input.id)
  if (!row) throw notFound('directory rule')
  await recordAudit(ctx, { act: 'directory.delete-rule', detail: { group_name: row.group_name } })
  return {}
}
