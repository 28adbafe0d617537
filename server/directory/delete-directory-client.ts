import type { deleteDirectoryClient as declaration } from '@eupnea/contract/directory.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deleteClient } from './directory.sql.ts'

/** Its token stops working with the commit; the people whom it has sent stay (SI-1). @throws 404 */
export const deleteDirectoryClient: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await deleteClient(ctx, input.id)
  if (!row) throw notFound('directory client')
  await recordAudit(ctx, { act: 'directory.delete-client', detail: { client_id: input.id, name: row.name } })
  return {}
}
