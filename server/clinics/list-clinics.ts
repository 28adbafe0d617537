import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listClinics as declaration } from '@eupnea/contract/clinics.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { selectClinics } from './clinics.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Clinics within the caller's scope (FA-1, FA-4). */
export async function listClinics({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { rows, total } = await selectClinics(ctx, input, pageOf(input))
  return {
    items: rows.map(clinicAnswer),
    pagination: { page: input.page, page_size: input.page_size, total_records: total },
  }
}
