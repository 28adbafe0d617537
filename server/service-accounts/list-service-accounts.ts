import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listServiceAccounts as declaration } from '@eupnea/contract/service-accounts.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { accountAnswer } from './account-answer.ts'
import { selectAccounts } from './service-accounts.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Service accounts, oldest first (FH-2). */
export async function listServiceAccounts({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { page, page_size } = input
  const { rows, total } = await selectAccounts(ctx, pageOf(input))
  await recordAudit(ctx, { act: 'service-account.list', detail: { page, shown: rows.length } })
  return { items: rows.map(accountAnswer), pagination: { page, page_size, total_records: total } }
}
