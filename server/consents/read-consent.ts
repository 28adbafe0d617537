import type { readConsent as declaration } from '@eupnea/contract/consents.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { consentAnswer } from './consent-answer.ts'

/** What a resident has decided about monitoring, with earlier decisions (PL-5). @throws 404 */
export const readConsent: Verb<typeof declaration> = async ({ ctx, input }) => {
  const answer = await consentAnswer(ctx, input.patient_id)
  await recordAudit(ctx, { act: 'consent.read', clinic_id: answer.clinic_id, resident_id: input.patient_id })
  return answer
}
