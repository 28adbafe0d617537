import type { enableWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import type { Verb } from '../platform/route.ts'
import { webhooks } from './webhook-kind.ts'
import { markEnabled } from './webhooks.sql.ts'

/** Posts again, from now on (AN-12). Repeating it changes nothing. @throws 404 */
export const enableWebhook: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await markEnabled(ctx, input.id)
  if (row) await webhooks.record(ctx, 'enable', row)
  return webhooks.answer(ctx, await webhooks.of(ctx, input.id))
}
