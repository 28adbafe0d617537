import type { removeClinicLogo as declaration } from '@eupnea/contract/clinics.ts'
import type { Verb } from '../platform/route.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { putLogo } from './upload-clinic-logo.ts'

/** Removes a clinic's logo, if it has one (FA-3). @throws 404 */
export const removeClinicLogo: Verb<typeof declaration> = async ({ ctx, input }) => {
  return clinicAnswer(await putLogo(ctx, input.clinic_id, null))
}
