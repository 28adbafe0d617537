import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listWebhookDeliveries as declaration } from '@eupnea/contract/webhooks.ts'
import { recordAudit } from '../audit/index.ts'
import { deliveryAnswer, selectDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { webhookOf } from './webhook-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** What a webhook was posted, newest first, and what became of it (AN-12). @throws 404 */
export async function listWebhookDeliveries({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id, page, page_size } = input
  const { clinic_id } = await webhookOf(ctx, id)
  const { rows, total } = await selectDeliveriesTo(ctx, id, pageOf(input))
  await recordAudit(ctx, { act: 'webhook.list-deliveries', clinic_id, detail: { webhook_id: id, page } })
  return { items: rows.map(deliveryAnswer), pagination: { page, page_size, total_records: total } }
}
