import type { rotateWebhookSecret as declaration } from '@eupnea/contract/webhooks.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { formerHours, newSecret, sealSecret } from './secrets.ts'
import { webhooks } from './webhook-kind.ts'
import { replaceSecret } from './webhooks.sql.ts'

/** A new secret, shown once; the one before goes on for a day, and each message has both signatures (AN-12). @throws 404 */
export const rotateWebhookSecret =
  (sealer: Sealer): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const secret = newSecret()
    const row = await replaceSecret(ctx, input.id, { secret: sealSecret(sealer, input.id, secret), formerHours })
    if (!row) throw notFound('webhook')
    await webhooks.record(ctx, 'rotate', row)
    return { ...(await webhooks.answer(ctx, row)), secret }
  }
