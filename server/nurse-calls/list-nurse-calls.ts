import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listNurseCalls as declaration } from '@eupnea/contract/nurse-calls.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { nurseCallAnswers } from './nurse-call-answers.ts'
import { selectNurseCalls } from './nurse-calls.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** A clinic's nurse call systems, oldest first, each with its newest delivery (EH-5). @throws 404 */
export async function listNurseCalls({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { clinic_id, page, page_size } = input
  await clinicOf(ctx, clinic_id)
  const { rows, total } = await selectNurseCalls(ctx, clinic_id, pageOf(input))
  return { items: await nurseCallAnswers(ctx, rows), pagination: { page, page_size, total_records: total } }
}
