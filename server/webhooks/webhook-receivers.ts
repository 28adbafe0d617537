import type { Receivers } from '../outbox/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { Sealer } from '../platform/seal.ts'
import { endWebhook } from './disable-webhook.ts'
import { secretsOf } from './secrets.ts'
import { selectWebhook } from './webhooks.sql.ts'

/** Where webhooks are posted, for the outbox (AN-12). @param origin of a job, which sees all clinics */
export const webhookReceivers = (origin: CtxOrigin, sealer: Sealer): Receivers => ({
  async of(id) {
    const row = await withCtx(origin, (ctx) => selectWebhook(ctx, id))
    if (!row || row.disabled_at) return null
    return { url: row.url, mayBePrivate: row.may_be_private, secrets: secretsOf(sealer, row) }
  },
  gone: (id) => withCtx(origin, (ctx) => endWebhook(ctx, id, 'gone')),
})
