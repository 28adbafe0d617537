import type { Receivers } from '../outbox/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { createGather } from '../platform/gather.ts'
import type { Sealer } from '../platform/seal.ts'
import { endWebhook } from './disable-webhook.ts'
import { secretsOf } from './secrets.ts'
import { selectWebhooksById } from './webhooks.sql.ts'

/** Where webhooks are posted, for the outbox (AN-12). @param origin of a job, which sees all clinics */
export function webhookReceivers(origin: CtxOrigin, sealer: Sealer): Receivers {
  const find = createGather((ids: readonly string[]) => withCtx(origin, (ctx) => selectWebhooksById(ctx, ids)))
  return {
    async of(id) {
      const row = await find(id)
      if (!row || row.disabled_at) return null
      return { url: row.url, mayBePrivate: row.may_be_private, secrets: secretsOf(sealer, row) }
    },
    gone: (id) => withCtx(origin, (ctx) => endWebhook(ctx, id, 'gone')),
  }
}
