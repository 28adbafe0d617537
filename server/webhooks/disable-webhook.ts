import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { disableWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { failDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { webhookAnswer } from './webhook-answers.ts'
import { hostOf, webhookOf } from './webhook-of.ts'
import { markDisabled } from './webhooks.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Posts nothing more, not even what waits (AN-12). Repeating it changes nothing. @throws 404 */
export async function disableWebhook({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  await endWebhook(ctx, input.id, 'person')
  return webhookAnswer(ctx, await webhookOf(ctx, input.id))
}

/** @param because gone: its receiver wants nothing more */
export async function endWebhook(ctx: Ctx, id: string, because: 'person' | 'gone'): Promise<void> {
  const row = await markDisabled(ctx, id, because)
  if (!row) return
  await failDeliveriesTo(ctx, id, m.webhook_disabled())
  await recordAudit(ctx, {
    act: 'webhook.disable',
    clinic_id: row.clinic_id,
    detail: { webhook_id: id, host: hostOf(row), because },
  })
}
