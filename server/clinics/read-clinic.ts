import type { readClinic as declaration } from '@eupnea/contract/clinics.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { selectClinicAlone } from './clinics.sql.ts'

/** One clinic (FA-1). @throws 404 also for one that the caller may not see (FA-4) */
export const readClinic: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await selectClinicAlone(ctx, input.clinic_id)
  if (!row) throw notFound('facility')
  return clinicAnswer(row)
}
