import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listMedicalGroups as declaration } from '@eupnea/contract/medical-groups.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { medicalGroupAnswers } from './medical-group-answer.ts'
import { selectMedicalGroups } from './medical-groups.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Medical groups by name, paged (MG-1). */
export async function listMedicalGroups({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { rows, total } = await selectMedicalGroups(ctx, input, pageOf(input))
  return {
    items: await medicalGroupAnswers(ctx, rows),
    pagination: { page: input.page, page_size: input.page_size, total_records: total },
  }
}
