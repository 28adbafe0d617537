import type { disableWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { failDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { Verb } from '../platform/route.ts'
import { webhooks } from './webhook-kind.ts'
import { markDisabled } from './webhooks.sql.ts'

/** Posts nothing more, not even what waits (AN-12). Repeating it changes nothing. @throws 404 */
export const disableWebhook: Verb<typeof declaration> = async ({ ctx, input }) => {
  await endWebhook(ctx, input.id, 'person')
  return webhooks.answer(ctx, await webhooks.of(ctx, input.id))
}

/** @param because gone: its receiver wants nothing more */
export async function endWebhook(ctx: Ctx, id: string, because: 'person' | 'gone'): Promise<void> {
  const row = await markDisabled(ctx, id, because)
  if (!row) return
  await failDeliveriesTo(ctx, id, m.webhook_disabled())
  await webhooks.record(ctx, 'disable', row, { because })
}
