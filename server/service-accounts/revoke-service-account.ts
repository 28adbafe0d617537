import type { revokeServiceAccount as declaration } from '@eupnea/contract/service-accounts.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deleteAccount } from './service-accounts.sql.ts'

/** Ends a service account, its tokens and its exports with the commit (FH-2). @throws 404 */
export const revokeServiceAccount: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await deleteAccount(ctx, input.client_id)
  if (!row) throw notFound('service account')
  await recordAudit(ctx, { act: 'service-account.revoke', detail: { client_id: row.id } })
  return {}
}
