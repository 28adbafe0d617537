import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deleteNurseCall as declaration } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { failDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deleteNurseCallRow } from './nurse-calls.sql.ts'
import { addressOf } from './target.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Removes its address; what it was told stays with the notifications (EH-5). @throws 404 */
export async function deleteNurseCall({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await deleteNurseCallRow(ctx, input.id)
  if (!row) throw notFound('nurse call')
  await failDeliveriesTo(ctx, row.id, m.nurse_call_deleted())
  const detail = { nurse_call_id: row.id, address: addressOf(row) }
  await recordAudit(ctx, { act: 'nurse-call.delete', clinic_id: row.clinic_id, detail })
  return {}
}
