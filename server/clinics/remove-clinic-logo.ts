import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { removeClinicLogo as declaration } from '@eupnea/contract/clinics.ts'
import type { Ctx } from '../platform/context.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { putLogo } from './upload-clinic-logo.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Removes a clinic's logo, if it has one (FA-3). @throws 404 */
export async function removeClinicLogo({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  return clinicAnswer(await putLogo(ctx, input.clinic_id, null))
}
