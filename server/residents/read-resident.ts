import type { readResident as declaration } from '@eupnea/contract/residents.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { residentAnswer } from './resident-answer.ts'
import { selectResident } from './residents.sql.ts'

/** One resident. @throws 404 also for a resident of a clinic that the caller may not see (FA-4) */
export const readResident: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await selectResident(ctx, input.patient_id)
  if (!row) throw notFound('resident')
  await recordAudit(ctx, { act: 'resident.read', clinic_id: row.clinic_id, resident_id: row.id })
  return residentAnswer(row)
}
