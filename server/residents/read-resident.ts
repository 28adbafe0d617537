import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readResident as declaration } from '@eupnea/contract/residents.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { residentAnswer } from './resident-answer.ts'
import { selectResident } from './residents.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One resident. @throws 404 also for a resident of a clinic that the caller may not see (FA-4) */
export async function readResident({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await selectResident(ctx, input.patient_id)
  if (!row) throw notFound('resident')
  await recordAudit(ctx, { act: 'resident.read', clinic_id: row.clinic_id, resident_id: row.id })
  return residentAnswer(row)
}
