import type { endLeave as declaration } from '@eupnea/contract/leaves.ts'
import { recordAudit } from '../audit/index.ts'
import { linkedResident, tellLinkedResident } from '../devices/index.ts'
import type { Verb } from '../platform/route.ts'
import { closeLeave } from './close-leave.ts'
import { leaveAnswer } from './leave-answer.ts'

/** Ends the running leave now, or cancels the next; without either nothing happens (PL-6). @throws 404 */
export const endLeave: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  if (await closeLeave(ctx, resident)) await tellLinkedResident(ctx, resident)
  else await recordAudit(ctx, { act: 'leave.read', clinic_id, resident_id })
  return leaveAnswer(ctx, resident)
}
