import { randomUUID } from 'node:crypto'
import type { createWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { webhookRefusals } from '../outbox/index.ts'
import { withCtx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { VerbApart } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { newSecret, sealSecret } from './secrets.ts'
import { webhooks } from './webhook-kind.ts'

/**
 * Tells another system of a clinic's notifications from now on (AN-12). A Superadmin may name an address in a private
 * network.
 * @throws 404, 409 field `url` when there are too many, 422 field `url` for an address that the portal may not call
 */
export const createWebhook =
  (sealer: Sealer, outgoing: Outgoing): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { clinic_id, url, kinds } = input
    const may_be_private = origin.actor.type === 'user' && origin.actor.role === 'Superadmin'
    // Looked up before a database connection is taken.
    const refusal = await outgoing.refusalNow({ url, mayBePrivate: may_be_private })
    if (refusal) throw refused('url', webhookRefusals[refusal]())
    const id = randomUUID()
    const secret = newSecret()
    return withCtx(origin, async (ctx) => {
      const sealed = sealSecret(sealer, id, secret)
      const values = { id, clinic_id, url, may_be_private, secret: sealed, kinds: [...new Set(kinds)] }
      return { ...(await webhooks.answer(ctx, await webhooks.add(ctx, values))), secret }
    })
  }
