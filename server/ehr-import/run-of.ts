import type { EhrRun } from '@eupnea/contract/ehr-import.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { runAnswer } from './answers.ts'
import { countRows } from './rows.sql.ts'
import { type RunRow, selectRun } from './runs.sql.ts'

/** @throws 404, also for an import of a clinic out of scope */
export async function runOf(ctx: Ctx, run_id: string): Promise<RunRow> {
  const run = await selectRun(ctx, run_id)
  if (!run) throw notFound('import')
  return run
}

/** A run's progress. @throws 404 */
export async function runNow(ctx: Ctx, run_id: string): Promise<EhrRun> {
  return runAnswer(await runOf(ctx, run_id), (await countRows(ctx, [run_id])).get(run_id))
}
