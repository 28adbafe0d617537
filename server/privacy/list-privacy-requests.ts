import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listPrivacyRequests as declaration } from '@eupnea/contract/privacy.ts'
import { recordAuditOfPeople } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { audited } from './audited.ts'
import { selectRequests } from './privacy.sql.ts'
import { requestAnswer } from './request-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Requests about personal data, open ones first (PR-1). */
export async function listPrivacyRequests({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { page, page_size, state } = input
  const { rows, total } = await selectRequests(ctx, state, pageOf(input))
  await recordAuditOfPeople(
    ctx,
    { act: 'privacy.list' },
    rows.map(({ subject_type, subject_id }) => audited(subject_type, subject_id)),
  )
  return { items: rows.map(requestAnswer), pagination: { page, page_size, total_records: total } }
}
