import type { listServiceAccounts as declaration } from '@eupnea/contract/service-accounts.ts'
import { recordAudit } from '../audit/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { accountAnswer } from './account-answer.ts'
import { selectAccounts } from './service-accounts.sql.ts'

/** Service accounts, oldest first (FH-2). */
export const listServiceAccounts: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectAccounts(ctx, pageOf(input))
  await recordAudit(ctx, { act: 'service-account.list', detail: { page: input.page, shown: rows.length } })
  return { items: rows.map(accountAnswer), pagination: paginationOf(input, total) }
}
