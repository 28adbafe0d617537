import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deleteWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { failDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { hostOf } from './webhook-of.ts'
import { deleteWebhookRow } from './webhooks.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Removes its address and secrets; what it was told stays with the notifications (AN-12). @throws 404 */
export async function deleteWebhook({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await deleteWebhookRow(ctx, input.id)
  if (!row) throw notFound('webhook')
  await failDeliveriesTo(ctx, row.id, m.webhook_deleted())
  await recordAudit(ctx, {
    act: 'webhook.delete',
    clinic_id: row.clinic_id,
    detail: { webhook_id: row.id, host: hostOf(row) },
  })
  return {}
}
