import type { cancelEhrImport as declaration } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { endRun } from './end-run.ts'
import { runNow, runOf } from './run-of.ts'

/** Ends an import that has not written anything yet. @throws 404, 409 once it writes or has ended */
export const cancelEhrImport: Verb<typeof declaration> = async ({ ctx, input }) => {
  const run = await runOf(ctx, input.run_id)
  if (!(await endRun(ctx, run, 'cancelled', { from: ['reading', 'preview'] })))
    throw conflict('not_cancelled', m.ehr_import_not_cancelled())
  return runNow(ctx, run.id)
}
