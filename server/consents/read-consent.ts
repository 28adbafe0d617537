import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readConsent as declaration } from '@eupnea/contract/consents.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { consentAnswer } from './consent-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** What a resident has decided about monitoring, with earlier decisions (PL-5). @throws 404 */
export async function readConsent({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const answer = await consentAnswer(ctx, input.patient_id)
  await recordAudit(ctx, { act: 'consent.read', clinic_id: answer.clinic_id, resident_id: input.patient_id })
  return answer
}
