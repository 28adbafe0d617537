import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listNurseCallDeliveries as declaration } from '@eupnea/contract/nurse-calls.ts'
import { recordAudit } from '../audit/index.ts'
import { deliveryAnswer, selectDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { nurseCallOf } from './nurse-call-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** What a nurse call system was told, newest first, and what became of it (EH-5). @throws 404 */
export async function listNurseCallDeliveries({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id, page, page_size } = input
  const { clinic_id } = await nurseCallOf(ctx, id)
  const { rows, total } = await selectDeliveriesTo(ctx, id, pageOf(input))
  await recordAudit(ctx, { act: 'nurse-call.list-deliveries', clinic_id, detail: { nurse_call_id: id, page } })
  return { items: rows.map(deliveryAnswer), pagination: { page, page_size, total_records: total } }
}
