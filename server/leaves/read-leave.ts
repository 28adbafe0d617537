import type { readLeave as declaration } from '@eupnea/contract/leaves.ts'
import { recordAudit } from '../audit/index.ts'
import { linkedResident } from '../devices/index.ts'
import type { Verb } from '../platform/route.ts'
import { leaveAnswer } from './leave-answer.ts'

/** A resident's leave, running or next, and earlier ones (PL-6). @throws 404 */
export const readLeave: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  await recordAudit(ctx, { act: 'leave.read', clinic_id, resident_id })
  return leaveAnswer(ctx, resident)
}
