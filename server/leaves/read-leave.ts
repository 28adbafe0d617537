import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readLeave as declaration } from '@eupnea/contract/leaves.ts'
import { recordAudit } from '../audit/index.ts'
import { linkedResident } from '../devices/index.ts'
import type { Ctx } from '../platform/context.ts'
import { leaveAnswer } from './leave-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** A resident's leave, running or next, and earlier ones (PL-6). @throws 404 */
export async function readLeave({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  await recordAudit(ctx, { act: 'leave.read', clinic_id, resident_id })
  return leaveAnswer(ctx, resident)
}
