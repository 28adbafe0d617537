import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deleteDirectoryClient as declaration } from '@eupnea/contract/directory.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deleteClient } from './directory.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Its token stops working with the commit; the people whom it has sent stay (SI-1). @throws 404 */
export async function deleteDirectoryClient({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await deleteClient(ctx, input.id)
  if (!row) throw notFound('directory client')
  await recordAudit(ctx, { act: 'directory.delete-client', detail: { client_id: input.id, name: row.name } })
  return {}
}
