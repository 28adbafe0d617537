import type { listPrivacyRequests as declaration } from '@eupnea/contract/privacy.ts'
import { recordAuditOfPeople } from '../audit/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { audited } from './audited.ts'
import { selectRequests } from './privacy.sql.ts'
import { requestAnswer } from './request-answer.ts'

/** Requests about personal data, open ones first (PR-1). */
export const listPrivacyRequests: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectRequests(ctx, input.state, pageOf(input))
  await recordAuditOfPeople(
    ctx,
    { act: 'privacy.list' },
    rows.map(({ subject_type, subject_id }) => audited(subject_type, subject_id)),
  )
  return { items: rows.map(requestAnswer), pagination: paginationOf(input, total) }
}
