import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { cancelEhrImport as declaration } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { endRun } from './end-run.ts'
import { runNow, runOf } from './run-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Ends an import that has not written anything yet. @throws 404, 409 once it writes or has ended */
export async function cancelEhrImport({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const run = await runOf(ctx, input.run_id)
  if (!(await endRun(ctx, run, 'cancelled', { from: ['reading', 'preview'] })))
    throw conflict('not_cancelled', m.ehr_import_not_cancelled())
  return runNow(ctx, run.id)
}
