import type { closePrivacyRequest as declaration } from '@eupnea/contract/privacy.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { audited } from './audited.ts'
import { closeRequest } from './privacy.sql.ts'
import { findRequest, requestAnswer } from './request-answer.ts'

/** Closes a request (PR-1). @throws 404, 409 when already closed */
export const closePrivacyRequest: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { request_id, state, reason } = input
  const before = await findRequest(ctx, request_id)
  if (!(await closeRequest(ctx, request_id, state, reason ?? null)))
    throw conflict('not_open', m.privacy_closed_already())
  await recordAudit(ctx, {
    act: 'privacy.close-request',
    changes: { state: { before: before.state, after: state } },
    ...audited(before.subject_type, before.subject_id, { request_id, state }),
  })
  return requestAnswer(await findRequest(ctx, request_id))
}
