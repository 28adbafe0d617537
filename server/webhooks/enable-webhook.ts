import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { enableWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { webhookAnswer } from './webhook-answers.ts'
import { hostOf, webhookOf } from './webhook-of.ts'
import { markEnabled } from './webhooks.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Posts again, from now on (AN-12). Repeating it changes nothing. @throws 404 */
export async function enableWebhook({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await markEnabled(ctx, input.id)
  if (row)
    await recordAudit(ctx, {
      act: 'webhook.enable',
      clinic_id: row.clinic_id,
      detail: { webhook_id: row.id, host: hostOf(row) },
    })
  return webhookAnswer(ctx, await webhookOf(ctx, input.id))
}
