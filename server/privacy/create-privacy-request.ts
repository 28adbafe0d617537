import type { createPrivacyRequest as declaration } from '@eupnea/contract/privacy.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { audited } from './audited.ts'
import { insertRequest, selectSubject } from './privacy.sql.ts'
import { findRequest, requestAnswer } from './request-answer.ts'

/** Records a person's request (PR-1). @throws 404 for an unknown person */
export const createPrivacyRequest: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { subject_type, subject_id, kind } = input
  if (!(await selectSubject(ctx, subject_type, subject_id))) throw notFound(subject_type)
  const request_id = await insertRequest(ctx, input)
  await recordAudit(ctx, { act: 'privacy.create-request', ...audited(subject_type, subject_id, { request_id, kind }) })
  return requestAnswer(await findRequest(ctx, request_id))
}
