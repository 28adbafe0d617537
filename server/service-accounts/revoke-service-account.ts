import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { revokeServiceAccount as declaration } from '@eupnea/contract/service-accounts.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deleteAccount } from './service-accounts.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Ends a service account, its tokens and its exports with the commit (FH-2). @throws 404 */
export async function revokeServiceAccount({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await deleteAccount(ctx, input.client_id)
  if (!row) throw notFound('service account')
  await recordAudit(ctx, { act: 'service-account.revoke', detail: { client_id: row.id } })
  return {}
}
