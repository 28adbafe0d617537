import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readClinic as declaration } from '@eupnea/contract/clinics.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { selectClinicAlone } from './clinics.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One clinic (FA-1). @throws 404 also for one that the caller may not see (FA-4) */
export async function readClinic({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await selectClinicAlone(ctx, input.clinic_id)
  if (!row) throw notFound('facility')
  return clinicAnswer(row)
}
