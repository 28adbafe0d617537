import type { acceptAgreement as declaration } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../audit/index.ts'
import { unauthenticated } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from './create-sessions.ts'
import { markAgreed, selectAgreedAt } from './credentials.sql.ts'

/** Records that the caller accepts the user agreement; repeating it keeps the first instant (ID-10). */
export const acceptAgreement: Verb<typeof declaration> = async ({ ctx }) => {
  const { id } = userOf(ctx)
  if (await markAgreed(ctx, id)) await recordAudit(ctx, { act: 'user.accept-agreement', detail: { user_id: id } })
  const acceptedAt = await selectAgreedAt(ctx, id)
  if (!acceptedAt) throw unauthenticated()
  return { accepted_at: acceptedAt.toString() }
}
