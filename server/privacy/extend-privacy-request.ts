import type { extendPrivacyRequest as declaration } from '@eupnea/contract/privacy.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { audited } from './audited.ts'
import { setExtension } from './privacy.sql.ts'
import { findRequest, latestDay, requestAnswer } from './request-answer.ts'

/**
 * Extends a request to three months (PR-1); the person must be informed within the first.
 * @throws 404, 409 when it is closed, already extended, or older than a month
 */
export const extendPrivacyRequest: Verb<typeof declaration> = async ({ ctx, input }) => {
  const before = await findRequest(ctx, input.request_id)
  if (Temporal.PlainDate.compare(latestDay(before), Temporal.Now.plainDateISO('UTC')) < 0)
    throw conflict('too_late', m.privacy_extend_late(), 'extension')
  if (!(await setExtension(ctx, before.id, input.extension))) throw conflict('not_open', m.privacy_extended_already())
  await recordAudit(ctx, {
    act: 'privacy.extend-request',
    changes: { extension: { before: null, after: input.extension } },
    ...audited(before.subject_type, before.subject_id, { request_id: before.id }),
  })
  return requestAnswer(await findRequest(ctx, before.id))
}
