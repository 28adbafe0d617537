import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readEhrConnection as declaration } from '@eupnea/contract/ehr-import.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { connectionAnswer } from './answers.ts'
import { selectConnection } from './connections.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** How a clinic's EHR is reached, without its secrets (EH-2). @throws 404 */
export async function readEhrConnection({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const row = await selectConnection(ctx, clinic_id)
  return { clinic_id, connection: row ? connectionAnswer(row) : null }
}
