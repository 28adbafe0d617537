import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readEhrImport as declaration } from '@eupnea/contract/ehr-import.ts'
import type { Ctx } from '../platform/context.ts'
import { runNow } from './run-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Progress of an import (EH-3). @throws 404 */
export const readEhrImport = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  runNow(ctx, input.run_id)
