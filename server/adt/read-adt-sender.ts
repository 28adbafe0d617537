import type { readAdtSender as declaration } from '@eupnea/contract/adt.ts'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { selectSender } from './adt.sql.ts'
import { senderAnswer } from './adt-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Who sends a clinic ADT messages, and where to (EH-5). @throws 404 */
export const readAdtSender =
  (port: () => number | null) =>
  async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
    const row = await selectSender(ctx, clinic_id)
    return { clinic_id, port: port(), sender: row ? senderAnswer(row) : null }
  }
