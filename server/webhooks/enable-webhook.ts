import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { enableWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import type { Ctx } from '../platform/context.ts'
import { webhooks } from './webhook-kind.ts'
import { markEnabled } from './webhooks.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Posts again, from now on (AN-12). Repeating it changes nothing. @throws 404 */
export async function enableWebhook({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await markEnabled(ctx, input.id)
  if (row) await webhooks.record(ctx, 'enable', row)
  return webhooks.answer(ctx, await webhooks.of(ctx, input.id))
}
