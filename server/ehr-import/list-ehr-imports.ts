import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listEhrImports as declaration } from '@eupnea/contract/ehr-import.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { runAnswer } from './answers.ts'
import { countRows } from './rows.sql.ts'
import { selectRuns } from './runs.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Imports of a clinic, newest first (EH-3). @throws 404 */
export async function listEhrImports({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const { rows, total } = await selectRuns(ctx, clinic_id, pageOf(input))
  const counts = await countRows(
    ctx,
    rows.map(({ id }) => id),
  )
  return {
    items: rows.map((row) => runAnswer(row, counts.get(row.id))),
    pagination: { page: input.page, page_size: input.page_size, total_records: total },
  }
}
