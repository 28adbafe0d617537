import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { removeClinicLogo as declaration } from '@eupnea/contract/clinics.ts'
import type { Ctx } from '../platform/context.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { putLogo } from './upload-clinic-logo.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Takes the logo of a clinic away; one that has none stays as it is (FA-3). @throws 404 */
export async function removeClinicLogo({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  return clinicAnswer(await putLogo(ctx, input.clinic_id, null))
}
