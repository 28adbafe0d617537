import type { listEhrImports as declaration } from '@eupnea/contract/ehr-import.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { runAnswer } from './answers.ts'
import { countRows } from './rows.sql.ts'
import { selectRuns } from './runs.sql.ts'

/** Imports of a clinic, newest first (EH-3). @throws 404 */
export const listEhrImports: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectRuns(ctx, clinic_id, pageOf(input))
  const counts = await countRows(
    ctx,
    rows.map(({ id }) => id),
  )
  return {
    items: rows.map((row) => runAnswer(row, counts.get(row.id))),
    pagination: paginationOf(input, total),
  }
}
