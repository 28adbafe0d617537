import type { readEhrImport as declaration } from '@eupnea/contract/ehr-import.ts'
import type { Verb } from '../platform/route.ts'
import { runNow } from './run-of.ts'

/** Progress of an import (EH-3). @throws 404 */
export const readEhrImport: Verb<typeof declaration> = ({ ctx, input }) => runNow(ctx, input.run_id)
