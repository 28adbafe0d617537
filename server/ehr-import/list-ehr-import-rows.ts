import type { listEhrImportRows as declaration } from '@eupnea/contract/ehr-import.ts'
import { recordAudit } from '../audit/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { rowAnswer } from './answers.ts'
import { residentsOfRows } from './residents-of-rows.ts'
import { selectRows } from './rows.sql.ts'
import { runOf } from './run-of.ts'

/** What an import would change or has changed, and rows that failed with their reasons (EH-3). @throws 404 */
export const listEhrImportRows: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, clinic_id } = await runOf(ctx, input.run_id)
  const { kind, search } = input
  const { rows, ...total } = await selectRows(
    ctx,
    id,
    { ...(kind && { kind }), ...(search && { search }) },
    pageOf(input),
  )
  const residents = await residentsOfRows(ctx, clinic_id, rows)
  await recordAudit(ctx, {
    act: 'ehr-import.list-rows',
    clinic_id,
    detail: { run_id: id, page: input.page, shown: rows.length, ...(kind && { kind }) },
  })
  return {
    items: rows.map((row) => rowAnswer(row, residents)),
    pagination: paginationOf(input, total),
  }
}
